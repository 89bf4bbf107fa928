/*
 * A double of the vault program, for tests: written from the program's public interface (seeds, discriminators,
 * layouts, error numbers), not from its source. It has manage, view_cpi_digest, initialize_cpi_digest,
 * close_cpi_digest and get_rate; every other instruction fails with the framework's error 101.
 * README.md beside fixtures/solana/vault.so says how it is built and what it does not prove.
 */
#include "failure.h"
#include "runtime.h"

/* ---- scratch: frames of the stack are small, so all of it lies in the 32 KiB of heap ---- */

#define MAX_ACCOUNTS 64
#define MAX_PARTS 250

struct Scratch {
  const u8 *self;
  u64 count;
  Account account[MAX_ACCOUNTS];
  Meta meta[MAX_ACCOUNTS];
  u8 flags[MAX_ACCOUNTS][2];
  Bytes part[MAX_PARTS + 2], seed[4];
  SignerSeeds signer;
  Call call;
  Bytes operators, inner;
  u64 first, inner_length;
  u8 digest[32], derived[32], bump, create[52];
};
#define S ((struct Scratch *)0x300000000ULL)

/* ---- names of the interface ---- */

static const u8 SYSTEM[32] = {0};
static const char SEED_STATE[] = "boring-vault-state", SEED_VAULT[] = "boring-vault", SEED_DIGEST[] = "cpi-digest";
static const u8 DO_MANAGE[8] = {168, 141, 131, 54, 79, 150, 88, 36}, DO_VIEW[8] = {243, 10, 27, 160, 175, 112, 119, 60},
                DO_INITIALIZE[8] = {137, 9, 120, 93, 182, 194, 100, 147}, DO_CLOSE[8] = {222, 229, 29, 88, 144, 101, 61, 79},
                DO_RATE[8] = {177, 72, 238, 202, 231, 17, 128, 243}, IS_VAULT[8] = {35, 84, 44, 89, 150, 55, 236, 25},
                IS_DIGEST[8] = {23, 4, 189, 185, 96, 27, 98, 226};

enum { AUTHORITY = 16, PAUSED = 80, RATE = 212, STRATEGIST = 328, LONG_STATE = 368, SHORT_STATE = 336 };
/* The shorter layout has no share mover, so what follows it lies 32 bytes earlier. */
static u64 offset_of(const Account *state, u64 offset) { return state->length == SHORT_STATE ? offset - 32 : offset; }

/* ---- derived addresses ---- */

static void set_seed(int index, const void *start, u64 length) { S->seed[index] = bytes_of(start, length); }

/** Derives an address from the first seeds, into S->derived and S->bump. */
static void derive(u64 count) { sol_try_find_program_address(S->seed, count, S->self, S->derived, &S->bump); }

static int is_derived(const Account *account) { return is_equal(S->derived, account->key, 32); }

static void derive_digest(const u8 *vault_id, const u8 *digest) {
  set_seed(0, SEED_DIGEST, sizeof(SEED_DIGEST) - 1);
  set_seed(1, vault_id, 8);
  set_seed(2, digest, 32);
  derive(3);
}

/** Calls what S->call says, signed by the address that was derived last from three seeds. */
static u64 invoke(const Account *accounts, u64 count) {
  set_seed(3, &S->bump, 1);
  S->signer.seeds = S->seed;
  S->signer.count = 4;
  return sol_invoke_signed_c(&S->call, accounts, count, &S->signer, 1);
}

/* ---- checks ---- */

static u64 check_state(const Account *state, const u8 *vault_id) {
  if (!is_equal(state->owner, S->self, 32)) {
    if (is_equal(state->owner, SYSTEM, 32)) FAIL_EMPTY(STATE);
    FAIL_OWNER(STATE);
  }
  if (state->length != LONG_STATE && state->length != SHORT_STATE) FAIL_KIND(STATE);
  if (!is_equal(state->data, IS_VAULT, 8)) FAIL_KIND(STATE);
  set_seed(0, SEED_STATE, sizeof(SEED_STATE) - 1);
  set_seed(1, vault_id, 8);
  derive(2);
  if (!is_derived(state)) FAIL_SEEDS(STATE);
  return 0;
}

static u64 check_digest(const Account *digest) {
  if (!is_equal(digest->owner, S->self, 32)) {
    if (is_equal(digest->owner, SYSTEM, 32)) FAIL_EMPTY(DIGEST);
    FAIL_OWNER(DIGEST);
  }
  if (digest->length < 12 || !is_equal(digest->data, IS_DIGEST, 8)) FAIL_KIND(DIGEST);
  return 0;
}

/* ---- the digest: sha256 of the program and what the operators take in ---- */

static int add_part(u64 *count, const void *start, u64 length) {
  if (*count >= MAX_PARTS) return 0;
  S->part[(*count)++] = bytes_of(start, length);
  return 1;
}

/** Reads S->operators, S->inner and the accounts from S->first on; writes S->digest. Not 0: it cannot. */
static u64 hash_call(const u8 *program) {
  const u8 *at = S->operators.start, *end = at + S->operators.length;
  if (S->operators.length < 4) return 1;
  u64 parts = 0;
  u32 left = read_u32(at);
  add_part(&parts, program, 32);
  for (at += 4; left > 0; left--) {
    if (at >= end) return 1;
    u8 tag = *at++;
    if (tag == 0) continue;
    if (tag == 1) {
      if (at + 5 > end) return 1;
      u64 start = read_u32(at), length = at[4];
      at += 5;
      if (start + length > S->inner.length) return 1;
      if (!add_part(&parts, S->inner.start + start, length)) return 1;
    } else if (tag == 2) {
      if (at + 1 > end) return 1;
      u64 index = S->first + *at++;
      if (index >= S->count) return 1;
      S->flags[index][0] = S->account[index].is_signer;
      S->flags[index][1] = S->account[index].is_writable;
      if (!add_part(&parts, S->account[index].key, 32)) return 1;
      if (!add_part(&parts, S->flags[index], 2)) return 1;
    } else if (tag == 3) {
      S->inner_length = S->inner.length;
      if (!add_part(&parts, &S->inner_length, 8)) return 1;
    } else {
      return 1;
    }
  }
  sol_sha256(S->part, parts, S->digest);
  return 0;
}

/* ---- instructions; data begins after the discriminator ---- */

/** Data: u64 vault id, u8 sub-account, u32 length, inner data. Accounts: strategist, state, sub-account, digest, program, inner. */
static u64 manage(const u8 *data, u64 length) {
  if (S->count < 5) FAIL_KEYS();
  if (length < 13 || read_u32(data + 9) != length - 13) FAIL_DATA();
  Account *strategist = &S->account[0], *state = &S->account[1], *vault = &S->account[2], *digest = &S->account[3],
          *program = &S->account[4];
  if (!strategist->is_signer) FAIL_SIGNER();
  TRY(check_digest(digest));
  TRY(check_state(state, data));
  if (state->data[PAUSED]) FAIL(6004, STATE, "VaultPaused", "Vault paused");
  if (!is_equal(state->data + offset_of(state, STRATEGIST), strategist->key, 32)) FAIL_RIGHT();
  if (!vault->is_writable) FAIL(2000, VAULT, "ConstraintMut", "A mut constraint was violated");
  if (!is_equal(vault->owner, SYSTEM, 32)) FAIL(3011, VAULT, "AccountNotSystemOwned", "The given account is not owned by the system program");
  S->operators = bytes_of(digest->data + 8, digest->length - 8);
  S->inner = bytes_of(data + 13, length - 13);
  S->first = 5;
  if (hash_call(program->key)) { LOG("panicked: index out of bounds"); return PANIC; }
  derive_digest(data, S->digest);
  if (!is_derived(digest)) FAIL(6008, "thrown", "InvalidCpiDigest", "Invalid CPI digest");
  set_seed(0, SEED_VAULT, sizeof(SEED_VAULT) - 1);
  set_seed(1, data, 8);
  set_seed(2, data + 8, 1);
  derive(3);
  if (!is_derived(vault)) FAIL_SEEDS(VAULT);
  for (u64 i = 5; i < S->count; i++) {
    Account *account = &S->account[i];
    S->meta[i].key = account->key;
    S->meta[i].is_writable = account->is_writable;
    /* The sub-account signs, and whoever signed the transaction still does. */
    S->meta[i].is_signer = account->is_signer || is_equal(account->key, vault->key, 32);
  }
  S->call.program = program->key;
  S->call.metas = &S->meta[5];
  S->call.meta_count = S->count - 5;
  S->call.data = S->inner.start;
  S->call.length = S->inner.length;
  return invoke(&S->account[5], S->count - 5);
}

/** Data: u32 length, inner data, operators. Accounts: program, inner. Returns the digest. */
static u64 view_digest(const u8 *data, u64 length) {
  if (S->count < 1 || length < 4 || 4ULL + read_u32(data) > length) FAIL_DATA();
  u64 inner = read_u32(data);
  S->inner = bytes_of(data + 4, inner);
  S->operators = bytes_of(data + 4 + inner, length - 4 - inner);
  S->first = 1;
  if (hash_call(S->account[0].key)) { LOG("panicked: index out of bounds"); return PANIC; }
  sol_set_return_data(S->digest, 32);
  return 0;
}

/** Data: u64 vault id, digest, operators. Accounts: authority, system program, state, digest. */
static u64 initialize_digest(const u8 *data, u64 length) {
  if (S->count < 4 || length < 44) FAIL_DATA();
  Account *authority = &S->account[0], *state = &S->account[2], *digest = &S->account[3];
  if (!authority->is_signer) FAIL_SIGNER();
  TRY(check_state(state, data));
  if (!is_equal(state->data + AUTHORITY, authority->key, 32)) FAIL_RIGHT();
  derive_digest(data, data + 8);
  if (!is_derived(digest)) FAIL_SEEDS(DIGEST);
  u64 space = 8 + 24 + 8 * (u64)read_u32(data + 40);
  if (length - 40 > space - 8) FAIL_DATA();
  /* CreateAccount of the system program: tag 0, rent, space, owner. */
  for (int i = 0; i < 52; i++) S->create[i] = 0;
  write_u64(S->create + 4, (128 + space) * 6960);
  write_u64(S->create + 12, space);
  copy(S->create + 20, S->self, 32);
  Meta payer = {authority->key, 1, 1}, created = {digest->key, 1, 1};
  S->meta[0] = payer;
  S->meta[1] = created;
  S->call.program = SYSTEM;
  S->call.metas = S->meta;
  S->call.meta_count = 2;
  S->call.data = S->create;
  S->call.length = 52;
  TRY(invoke(S->account, S->count));
  copy(digest->data, IS_DIGEST, 8);
  copy(digest->data + 8, data + 40, length - 40);
  return 0;
}

/** Data: u64 vault id, digest. Accounts: authority, state, digest. The rent goes to the authority. */
static u64 close_digest(const u8 *data, u64 length) {
  if (S->count < 3 || length < 40) FAIL_DATA();
  Account *authority = &S->account[0], *state = &S->account[1], *digest = &S->account[2];
  TRY(check_state(state, data));
  if (!authority->is_signer || !is_equal(state->data + AUTHORITY, authority->key, 32)) FAIL_RIGHT();
  derive_digest(data, data + 8);
  if (!is_derived(digest)) FAIL_SEEDS(DIGEST);
  TRY(check_digest(digest));
  *authority->lamports += *digest->lamports;
  *digest->lamports = 0;
  return 0;
}

/** Data: u64 vault id. Accounts: state. Returns base units of the base asset a whole share. */
static u64 get_rate(const u8 *data, u64 length) {
  if (S->count < 1 || length < 8) FAIL_DATA();
  Account *state = &S->account[0];
  TRY(check_state(state, data));
  sol_set_return_data(state->data + offset_of(state, RATE), 8);
  return 0;
}

/* ---- the entry: accounts, then data, then the program's own address ---- */

/** Reads the accounts into S->account; gives where the data begins, or 0 if they are too many. */
static u8 *read_accounts(u8 *at) {
  S->count = *(u64 *)at;
  if (S->count > MAX_ACCOUNTS) return 0;
  at += 8;
  for (u64 i = 0; i < S->count; i++) {
    Account *account = &S->account[i];
    if (*at != 0xff) { /* the same account as an earlier one */
      *account = S->account[*at];
      at += 8;
      continue;
    }
    account->is_signer = at[1];
    account->is_writable = at[2];
    account->executable = at[3];
    account->key = at + 8;
    account->owner = at + 40;
    account->lamports = (u64 *)(at + 72);
    account->length = *(u64 *)(at + 80);
    account->data = at + 88;
    at += 88 + account->length + 10240; /* room to grow, then alignment */
    at += (8 - ((u64)at & 7)) & 7;
    account->rent_epoch = *(u64 *)at;
    at += 8;
  }
  return at;
}

u64 entrypoint(u8 *input) {
  u8 *at = read_accounts(input);
  if (!at) return 0xbeef;
  u64 length = *(u64 *)at;
  const u8 *data = at + 8;
  S->self = data + length;
  if (length < 8) return 101;
  if (is_equal(data, DO_MANAGE, 8)) { LOG("Instruction: Manage"); return manage(data + 8, length - 8); }
  if (is_equal(data, DO_VIEW, 8)) { LOG("Instruction: ViewCpiDigest"); return view_digest(data + 8, length - 8); }
  if (is_equal(data, DO_INITIALIZE, 8)) { LOG("Instruction: InitializeCpiDigest"); return initialize_digest(data + 8, length - 8); }
  if (is_equal(data, DO_CLOSE, 8)) { LOG("Instruction: CloseCpiDigest"); return close_digest(data + 8, length - 8); }
  if (is_equal(data, DO_RATE, 8)) { LOG("Instruction: GetRate"); return get_rate(data + 8, length - 8); }
  FAIL(101, "occurred", "InstructionFallbackNotFound", "Fallback functions are not supported");
}
