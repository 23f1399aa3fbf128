/* Checksums: CRC-32 of a line in a log, FNV-1a of a text in a manifest, of a file, of a checkpoint.
 * Against damage, not against forgery. */
#ifndef LASH_CHECKSUM_H
#define LASH_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint32_t checksum_crc32(const void *data, size_t size); /* as zlib and gzip compute it */
uint64_t checksum_fnv(const void *data, size_t size);
/* Goes on with a checksum of what came before. */
uint64_t checksum_fnv_more(uint64_t before, const void *data, size_t size);

#endif
