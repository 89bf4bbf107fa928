/* Failures of the program: each is logged as its framework writes it, and its number is the program's result. */
#pragma once

#define LOG(text) sol_log_(text, sizeof(text) - 1)
#define FAIL(number, where, name, message)                                                                          \
  do {                                                                                                              \
    LOG("AnchorError " where ". Error Code: " name ". Error Number: " #number ". Error Message: " message ".");     \
    return number;                                                                                                  \
  } while (0)
#define TRY(expression)                \
  do {                                 \
    u64 error_number = (expression);   \
    if (error_number) return error_number; \
  } while (0)

#define STATE "caused by account: boring_vault_state"
#define DIGEST "caused by account: cpi_digest"
#define VAULT "caused by account: boring_vault"
#define FAIL_EMPTY(where) FAIL(3012, where, "AccountNotInitialized", "The program expected this account to be already initialized")
#define FAIL_OWNER(where) FAIL(3007, where, "AccountOwnedByWrongProgram", "The given account is owned by a different program than expected")
#define FAIL_KIND(where) FAIL(3002, where, "AccountDiscriminatorMismatch", "Account discriminator did not match what was expected")
#define FAIL_SEEDS(where) FAIL(2006, where, "ConstraintSeeds", "A seeds constraint was violated")
#define FAIL_SIGNER() FAIL(3010, "caused by account: signer", "AccountNotSigner", "The given account did not sign")
#define FAIL_RIGHT() FAIL(6006, STATE, "NotAuthorized", "Not authorized")
#define FAIL_DATA() FAIL(102, "occurred", "InstructionDidNotDeserialize", "The program could not deserialize the given instruction")
#define FAIL_KEYS() FAIL(3005, "occurred", "AccountNotEnoughKeys", "Not enough account keys given to the instruction")
#define PANIC 0xdead
