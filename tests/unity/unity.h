/* A small test library with the calls of Unity (ThrowTheSwitch): enough for these tests, so that
 * they run where Unity itself is not installed. Where it is, CMake uses it instead. */
#ifndef LASH_TEST_UNITY_H
#define LASH_TEST_UNITY_H

#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each test program defines these two; they run before and after every test. */
void setUp(void);
void tearDown(void);

void unity_begin(const char *file);
int unity_end(void);
void unity_run(void (*test)(void), const char *name, int line);
void unity_fail(const char *message, int line);
void unity_skip(const char *message, int line);
void unity_check(int condition, const char *text, const char *message, int line);
void unity_equal_int(long long expected, long long actual, const char *message, int line);
void unity_equal_string(const char *expected, const char *actual, const char *message, int line);
void unity_within_double(double delta, double expected, double actual, const char *message,
                         int line);
void unity_equal_memory(const void *expected, const void *actual, size_t size, const char *message,
                        int line);

/* Unity's own meaning of "equal" for doubles: a relative difference of at most this. */
#define UNITY_DOUBLE_PRECISION 1e-12

#define UNITY_BEGIN() unity_begin(__FILE__)
#define UNITY_END()   unity_end()
#define RUN_TEST(f)   unity_run(f, #f, __LINE__)

#define TEST_FAIL_MESSAGE(m)               unity_fail(m, __LINE__)
#define TEST_FAIL()                        unity_fail(NULL, __LINE__)
#define TEST_IGNORE_MESSAGE(m)             unity_skip(m, __LINE__)
#define TEST_ASSERT(c)                     unity_check(!!(c), #c, NULL, __LINE__)
#define TEST_ASSERT_TRUE(c)                TEST_ASSERT(c)
#define TEST_ASSERT_FALSE(c)               unity_check(!(c), "not " #c, NULL, __LINE__)
#define TEST_ASSERT_TRUE_MESSAGE(c, m)     unity_check(!!(c), #c, m, __LINE__)
#define TEST_ASSERT_FALSE_MESSAGE(c, m)    unity_check(!(c), "not " #c, m, __LINE__)
#define TEST_ASSERT_MESSAGE(c, m)          TEST_ASSERT_TRUE_MESSAGE(c, m)
#define TEST_ASSERT_NULL(p)                unity_check((p) == NULL, #p " is NULL", NULL, __LINE__)
#define TEST_ASSERT_NOT_NULL(p)            unity_check((p) != NULL, #p " is not NULL", NULL, __LINE__)
#define TEST_ASSERT_NULL_MESSAGE(p, m)     unity_check((p) == NULL, #p " is NULL", m, __LINE__)
#define TEST_ASSERT_NOT_NULL_MESSAGE(p, m) unity_check((p) != NULL, #p " is not NULL", m, __LINE__)
#define TEST_ASSERT_EQUAL_INT(e, a)        unity_equal_int((long long)(e), (long long)(a), NULL, __LINE__)
#define TEST_ASSERT_EQUAL_INT_MESSAGE(e, a, m) \
  unity_equal_int((long long)(e), (long long)(a), m, __LINE__)
#define TEST_ASSERT_EQUAL(e, a)        TEST_ASSERT_EQUAL_INT(e, a)
#define TEST_ASSERT_EQUAL_size_t(e, a) TEST_ASSERT_EQUAL_INT(e, a)
#define TEST_ASSERT_EQUAL_UINT(e, a)   TEST_ASSERT_EQUAL_INT(e, a)
#define TEST_ASSERT_EQUAL_PTR(e, a) \
  unity_check((const void *)(e) == (const void *)(a), #e " == " #a, NULL, __LINE__)
#define TEST_ASSERT_EQUAL_STRING(e, a)                unity_equal_string(e, a, NULL, __LINE__)
#define TEST_ASSERT_EQUAL_STRING_MESSAGE(e, a, m)     unity_equal_string(e, a, m, __LINE__)
#define TEST_ASSERT_EQUAL_MEMORY(e, a, n)             unity_equal_memory(e, a, n, NULL, __LINE__)
#define TEST_ASSERT_EQUAL_MEMORY_MESSAGE(e, a, n, m)  unity_equal_memory(e, a, n, m, __LINE__)
#define TEST_ASSERT_DOUBLE_WITHIN(d, e, a)            unity_within_double(d, e, a, NULL, __LINE__)
#define TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(d, e, a, m) unity_within_double(d, e, a, m, __LINE__)
#define TEST_ASSERT_EQUAL_DOUBLE(e, a) \
  unity_within_double(fabs((double)(e)) * UNITY_DOUBLE_PRECISION, e, a, NULL, __LINE__)
#define TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(e, a, m) \
  unity_within_double(fabs((double)(e)) * UNITY_DOUBLE_PRECISION, e, a, m, __LINE__)
#define TEST_ASSERT_GREATER_THAN_DOUBLE(t, a) unity_check((a) > (t), #a " > " #t, NULL, __LINE__)
#define TEST_ASSERT_LESS_THAN_DOUBLE(t, a)    unity_check((a) < (t), #a " < " #t, NULL, __LINE__)
#define TEST_ASSERT_DOUBLE_IS_NAN(a)          unity_check(isnan(a), #a " is NaN", NULL, __LINE__)
#define TEST_ASSERT_DOUBLE_IS_INF(a)          unity_check(isinf(a), #a " is infinite", NULL, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
