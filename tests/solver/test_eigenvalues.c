/* Eigenvalues of systems with several extra states, against the matrix written down by hand. */
#include <complex.h>

#include "solver_helper.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {}

enum { MOST = 6 };

/* |det(A - zI)| by elimination. */
static double residue(int n, double A[MOST][MOST], double complex z) {
  double complex m[MOST][MOST], product = 1;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) m[r][c] = A[r][c] - (r == c ? z : 0);
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int r = k; r < n; r++)
      if (cabs(m[r][k]) > cabs(m[pivot][k])) pivot = r;
    for (int c = 0; c < n; c++) {
      const double complex swap = m[k][c];
      m[k][c] = m[pivot][c], m[pivot][c] = swap;
    }
    product *= m[k][k];
    if (m[k][k] == 0) return 0;
    for (int r = k + 1; r < n; r++)
      for (int c = n - 1; c >= k; c--) m[r][c] -= m[r][k] / m[k][k] * m[k][c];
  }
  return cabs(product);
}

/* All n roots of the matrix, smallest first, of a pair the one above the axis first. */
static void roots_are_those_of(const char *text, int n, double A[MOST][MOST]) {
  mechanism m = load(text);
  double real[MOST + 1], imaginary[MOST + 1], trace = 0, sum = 0, last = 0;
  size_t count = MOST + 1;
  OK(lash_system_eigenvalues(m.system, real, imaginary, &count, &error));
  TEST_ASSERT_EQUAL_INT(n, (int)count);
  for (int k = 0; k < n; k++) {
    const double size = hypot(real[k], imaginary[k]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, 0, residue(n, A, real[k] + I * imaginary[k]));
    TEST_ASSERT_TRUE(size > last - 1e-6);
    const bool second = k > 0 && fabs(imaginary[k] + imaginary[k - 1]) < 1e-9 && imaginary[k] < 0;
    TEST_ASSERT_TRUE_MESSAGE(second || imaginary[k] >= 0, "pairs begin above the axis");
    for (int other = 0; other < k; other++)
      TEST_ASSERT_TRUE(hypot(real[k] - real[other], imaginary[k] - imaginary[other]) > 1e-3);
    last = size;
    trace += A[k][k], sum += real[k];
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, trace, sum);
  count = 2; /* no more than there is room for */
  OK(lash_system_eigenvalues(m.system, real, imaginary, &count, &error));
  TEST_ASSERT_EQUAL_INT(2, (int)count);
  unload(&m);
}

/* 2 kg along z, 50 N/m to ground. */
#define BLOCK                                                  \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                         \
  "PART/2, MASS=2, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"       \
  "JOINT/1, TRANSLATIONAL, I=20, J=1\nSFORCE/1, TRANSLATION, " \
  "I=20, J=1, ACTIONONLY, FUNCTION=-50*DZ(20,1)"

static void differential_equations(void) {
  roots_are_those_of(BLOCK
                     "-3*VZ(20,1)+4*DIF(1)-6*DIF(2)\n"
                     "DIFF/1, FUNCTION=-2*DIF(1)+5*DZ(20,1)+0.5*DIF(3)\n"
                     "DIFF/2, FUNCTION=-7*DIF(2)+3*DIF(1)-VZ(20,1)\n"
                     "DIFF/3, FUNCTION=-11*DIF(3)+DIF(2)",
                     5,
                     (double[MOST][MOST]){{0, 1, 0, 0, 0},
                                          {-25, -1.5, 2, -3, 0},
                                          {5, 0, -2, 0, 0.5},
                                          {0, -1, 3, -7, 0},
                                          {0, 0, 0, 1, -11}});
}

/* A linear system of two inputs, place and speed. */
static void linear_systems(void) {
  roots_are_those_of(BLOCK
                     "+2*ARYVAL(3,1)\n"
                     "VARIABLE/1, FUNCTION=DZ(20,1)\nVARIABLE/2, FUNCTION=VZ(20,1)\n"
                     "ARRAY/1, U, VARIABLES=1,2\nARRAY/2, X, SIZE=2\nARRAY/3, Y, SIZE=1\n"
                     "MATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=-1,2,-3,-4\n"
                     "MATRIX/2, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=5,-0.5,6,0.7\n"
                     "MATRIX/3, FULL=RORDER, ROWS=1, COLUMNS=2, VALUES=8,-9\n"
                     "MATRIX/4, FULL=RORDER, ROWS=1, COLUMNS=2, VALUES=-3,-1.1\n"
                     "LSE/1, X=2, U=1, Y=3, A=1, B=2, C=3, D=4",
                     4,
                     (double[MOST][MOST]){
                         {0, 1, 0, 0}, {-25 - 3, -1.1, 8, -9}, {5, -0.5, -1, 2}, {6, 0.7, -3, -4}});
}

/* (7 + s) / (s^3 + 8 s^2 + 17 s + 10) of four times the place, half of which pushes: y = 7 x1 + x2
 * of the chain x1' = x2, x2' = x3. */
static void transfer_functions(void) {
  roots_are_those_of(BLOCK
                     "-3*VZ(20,1)+VARVAL(2)\n"
                     "VARIABLE/1, FUNCTION=4*DZ(20,1)\nVARIABLE/2, FUNCTION=0.5*ARYVAL(3,1)\n"
                     "ARRAY/1, U, VARIABLES=1\nARRAY/2, X, SIZE=3\nARRAY/3, Y, SIZE=1\n"
                     "TFSISO/1, X=2, U=1, Y=3, NUMERATOR=7,1, DENOMINATOR=10,17,8,1",
                     5,
                     (double[MOST][MOST]){{0, 1, 0, 0, 0},
                                          {-25, -1.5, 1.75, 0.25, 0},
                                          {0, 0, 0, 1, 0},
                                          {0, 0, 0, 0, 1},
                                          {4, 0, -10, -17, -8}});
}

/* 2 kg without any turning, on a spring along each axis, one of them damped. */
static void a_point_mass(void) {
  roots_are_those_of(
      "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\n"
      "POINT_MASS/2, MASS=2, CM=20\nMARKER/20, POINT_MASS=2\nVFORCE/1, I=20, "
      "JFLOAT=9, RM=1, FX=-50*DX(20,1)-3*VX(20,1)\\FY=-72*DY(20,1)\\"
      "FZ=-98*DZ(20,1)+10*DX(20,1)\n",
      6,
      (double[MOST][MOST]){{0, 1, 0, 0, 0, 0},
                           {-25, -1.5, 0, 0, 0, 0},
                           {0, 0, 0, 1, 0, 0},
                           {0, 0, -36, 0, 0, 0},
                           {0, 0, 0, 0, 0, 1},
                           {5, 0, 0, 0, -49, 0}});
}

/* USER(w, zeta) is an oscillator; the force is five times its place and once its speed. */
static void general_systems(void) {
  static const char *const routines[] = {
      "ROUTINE=gse::Gsesub",
      "INTERFACE=gse::Gse_deriv,gse::Gse_output,gse::Gse_update,gse::Gse_sample"};
  for (int k = 0; k < 2; k++) {
    char text[2000];
    strcpy(text, BLOCK
           "+5*ARYVAL(3,1)+ARYVAL(2,2)\nVARIABLE/1, FUNCTION=6*DZ(20,1)\n"
           "ARRAY/1, U, VARIABLES=1\nARRAY/2, X, SIZE=2\nARRAY/3, Y, SIZE=1\n"
           "DIFF/1, FUNCTION=-0.2*DIF(1)+ARYVAL(2,1)\n"
           "GSE/1, NS=2, NO=1, X=2, U=1, Y=3, FUNCTION=USER(7,0.3)\\ ");
    strcat(text, routines[k]);
    roots_are_those_of(text, 5,
                       (double[MOST][MOST]){{0, 1, 0, 0, 0},
                                            {-25, 0, 2.5, 0.5, 0},
                                            {0, 0, 0, 1, 0},
                                            {6, 0, -49, -4.2, 0},
                                            {0, 0, 1, 0, -0.2}});
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(differential_equations);
  RUN_TEST(linear_systems);
  RUN_TEST(a_point_mass);
  RUN_TEST(transfer_functions);
  RUN_TEST(general_systems);
  return UNITY_END();
}
