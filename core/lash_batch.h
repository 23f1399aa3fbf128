/* Loops that are compiled for AVX2 as well and chosen at load time. No contraction is allowed, so
 * both versions give the same bits. Sanitizers cannot instrument the load-time choice. */
#ifndef LASH_BATCH_H
#define LASH_BATCH_H

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && \
    defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LASH_BATCH __attribute__((target_clones("avx2", "default")))
#else
#define LASH_BATCH
#endif

/* Kernels are compiled into every loop that uses them. */
#if defined(__GNUC__)
#define LASH_INLINE static inline __attribute__((always_inline))
#else
#define LASH_INLINE static inline
#endif

/* Four numbers side by side, wherever they begin: where a compiler does not see by itself which
 * way a loop is to be taken. */
typedef double lash_four __attribute__((vector_size(32), aligned(8), may_alias));
#define lash_four_at(numbers) ((const lash_four *)(const void *)(numbers))

#endif
