#include "checksum.h"

uint32_t checksum_crc32(const void *data, size_t size) {
  const uint32_t polynomial = 0xEDB88320u; /* of ISO 3309, bits reversed */
  const unsigned char *byte = data;
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < size; i++) {
    crc ^= byte[i];
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc & 1 ? polynomial : 0);
  }
  return ~crc;
}

uint64_t checksum_fnv_more(uint64_t hash, const void *data, size_t size) {
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * 1099511628211u;
  return hash;
}

uint64_t checksum_fnv(const void *data, size_t size) {
  return checksum_fnv_more(14695981039346656037u, data, size);
}
