/**
 * The numbers of the roles that a vault's authority hands out.
 *
 * Source: the numbering of the vaults' deploy scripts (solmate RolesAuthority, 0 to 255).
 */
export const roles = {
  manager: 1,
  minter: 2,
  burner: 3,
  managerInternal: 4,
  pauser: 5,
  strategist: 7,
  owner: 8,
  multisig: 9,
  strategistMultisig: 10,
  updateExchangeRate: 11,
  solver: 12,
  genericPauser: 14,
  genericUnpauser: 15,
  pauseAll: 16,
  unpauseAll: 17,
  senderPauser: 18,
  senderUnpauser: 19,
  canSolve: 31,
  onlyQueue: 32,
  solverOrigin: 33,
} as const

/** The name of a role. */
export type RoleName = keyof typeof roles
