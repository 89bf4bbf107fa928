/** The runtime's errors in the order of their numbers: litesvm gives numbers, a node gives names. */
const transactionErrors = [
  'AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee',
  'InvalidAccountForFee AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee',
  'InvalidAccountIndex SignatureFailure InvalidProgramForExecution SanitizeFailure ClusterMaintenance',
  'AccountBorrowOutstanding WouldExceedMaxBlockCostLimit UnsupportedVersion InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit TooManyAccountLocks',
  'AddressLookupTableNotFound InvalidAddressLookupTableOwner InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex InvalidRentPayingAccount WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataTotalLimit MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded',
  'InvalidLoadedAccountsDataSizeLimit UnbalancedTransaction ProgramCacheHitMaxLimit CommitCancelled',
].flatMap((names) => names.split(' '))

const instructionErrors = [
  'GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall',
  'InsufficientFunds IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized',
  'UninitializedAccount UnbalancedInstruction ModifiedProgramId ExternalAccountLamportSpend',
  'ExternalAccountDataModified ReadonlyLamportChange ReadonlyDataModified DuplicateAccountIndex',
  'ExecutableModified RentEpochModified NotEnoughAccountKeys AccountDataSizeChanged',
  'AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding DuplicateAccountOutOfSync',
  'InvalidError ExecutableDataModified ExecutableLamportChange ExecutableAccountNotRentExempt',
  'UnsupportedProgramId CallDepth MissingAccount ReentrancyNotAllowed MaxSeedLengthExceeded',
  'InvalidSeeds InvalidRealloc ComputationalBudgetExceeded PrivilegeEscalation',
  'ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable',
  'IncorrectAuthority AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar',
  'IllegalOwner MaxAccountsDataAllocationsExceeded MaxAccountsExceeded',
  'MaxInstructionTraceLengthExceeded BuiltinProgramsMustConsumeComputeUnits BorshIoError',
].flatMap((names) => names.split(' '))

type ErrorOfLitesvm = {
  readonly index?: number
  readonly accountIndex?: number
  err?(): unknown
}

/** An error of litesvm as a node's answer writes it. */
export function runtimeErrorOf(error: unknown): unknown {
  if (typeof error === 'number') return transactionErrors[error]
  const { index, accountIndex } = error as ErrorOfLitesvm
  const inner = (error as ErrorOfLitesvm).err?.()
  if (inner !== undefined) return { InstructionError: [index, instructionErrorOf(inner)] }
  return accountIndex === undefined
    ? { DuplicateInstruction: index }
    : { InsufficientFundsForRent: { account_index: accountIndex } }
}

function instructionErrorOf(error: unknown): unknown {
  if (typeof error === 'number') return instructionErrors[error]
  const { code, msg } = error as { readonly code?: number; readonly msg?: string }
  return code === undefined ? { BorshIoError: String(msg) } : { Custom: code }
}
