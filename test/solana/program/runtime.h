/* What the runtime gives a program, and what C without a library lacks. */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

typedef struct { const u8 *start; u64 length; } Bytes;
typedef struct { const Bytes *seeds; u64 count; } SignerSeeds;
typedef struct { u8 *key; u8 is_writable, is_signer; } Meta;
typedef struct { const u8 *program; Meta *metas; u64 meta_count; const u8 *data; u64 length; } Call;
typedef struct {
  u8 *key;
  u64 *lamports;
  u64 length;
  u8 *data;
  u8 *owner;
  u64 rent_epoch;
  u8 is_signer, is_writable, executable;
} Account;

extern void sol_log_(const char *, u64);
extern u64 sol_sha256(const Bytes *, u64, u8 *);
extern u64 sol_try_find_program_address(const Bytes *, u64, const u8 *, u8 *, u8 *);
extern u64 sol_invoke_signed_c(const Call *, const Account *, u64, const SignerSeeds *, u64);
extern void sol_set_return_data(const u8 *, u64);

/* ---- bytes ---- */

static int is_equal(const u8 *left, const u8 *right, u64 length) {
  for (u64 i = 0; i < length; i++)
    if (left[i] != right[i]) return 0;
  return 1;
}

static void copy(u8 *to, const u8 *from, u64 length) {
  for (u64 i = 0; i < length; i++) to[i] = from[i];
}

static void write_u64(u8 *to, u64 value) {
  for (int i = 0; i < 8; i++) to[i] = value >> (8 * i);
}

static u32 read_u32(const u8 *from) { return from[0] | from[1] << 8 | from[2] << 16 | (u32)from[3] << 24; }

static Bytes bytes_of(const void *start, u64 length) {
  Bytes bytes = {start, length};
  return bytes;
}
