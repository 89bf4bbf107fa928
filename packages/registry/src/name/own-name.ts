import { type NamedKind, statedErrors, statedEvents } from './name-source.ts'

/**
 * Errors of our contracts whose names this project gave: no source states what the deployed
 * contracts call them, so a deployed contract may answer with another selector.
 */
export const ownErrors: readonly string[] = [
  'AccountantWithFixedRate__OnlyCallableByYieldDistributor()',
  'AccountantWithFixedRate__StartingExchangeRateTooLarge()',
  'AccountantWithFixedRate__ZeroYieldOwed()',
  'AccountantWithRateProviders__ExchangeRateAboveHighwaterMark()',
  'AccountantWithRateProviders__LowerBoundTooLarge()',
  'AccountantWithRateProviders__OnlyCallableByBoringVault()',
  'AccountantWithRateProviders__PerformanceFeeTooLarge()',
  'AccountantWithRateProviders__PlatformFeeTooLarge()',
  'AccountantWithRateProviders__UpdateDelayTooLarge()',
  'AccountantWithRateProviders__UpperBoundTooSmall()',
  'AccountantWithRateProviders__ZeroFeesOwed()',
  'AccountantWithYieldStreaming__DurationExceedsMaximum()',
  'AccountantWithYieldStreaming__ZeroYieldUpdate()',
  'BalanceNotSupported()',
  'BoringOnChainQueue__BadDeadline()',
  'BoringOnChainQueue__BadDiscount()',
  'BoringOnChainQueue__BadInput()',
  'BoringOnChainQueue__BadShareAmount()',
  'BoringOnChainQueue__BadUser()',
  'BoringOnChainQueue__DeadlinePassed()',
  'BoringOnChainQueue__MaximumTimeExceeded()',
  'BoringOnChainQueue__NotEnoughWithdrawCapacity()',
  'BoringOnChainQueue__NotMatured()',
  'BoringOnChainQueue__Paused()',
  'BoringOnChainQueue__PermitFailedAndAllowanceTooLow()',
  'BoringOnChainQueue__RequestNotFound()',
  'BoringOnChainQueue__SolveAssetMismatch()',
  'BoringOnChainQueue__WithdrawsNotAllowedForAsset()',
  'BoringSolver___CannotCoverDeficit(uint256)',
  'BoringSolver___OnlyQueue()',
  'BoringSolver___OnlySelf()',
  'BoringSolver__CannotSolveAtALoss()',
  'BoringSolver__OnlyQueue()',
  'BoringSolver__OnlySelf()',
  'Drone__NoTarget()',
  'Drone__OnlyVault()',
  'MultiSend__BadOperation(uint8)',
  'MultiSend__OnlyDelegateCall()',
  'MultisigWallet__BadOwner(address)',
  'MultisigWallet__BadThreshold(uint256)',
  'MultisigWallet__RefundNotSupported()',
  'NativeTransferFailed()',
  'SchemeNotSupported()',
  'TellerWithMultiAssetSupport__AssetNotSupported()',
  'TellerWithMultiAssetSupport__BadDepositHash()',
  'TellerWithMultiAssetSupport__DepositExceedsCap()',
  'TellerWithMultiAssetSupport__DualDeposit()',
  'TellerWithMultiAssetSupport__MinimumAssetsNotMet()',
  'TellerWithMultiAssetSupport__MinimumMintNotMet()',
  'TellerWithMultiAssetSupport__Paused()',
  'TellerWithMultiAssetSupport__PermitFailedAndAllowanceTooLow()',
  'TellerWithMultiAssetSupport__ShareLockPeriodTooLong()',
  'TellerWithMultiAssetSupport__SharePremiumTooLarge()',
  'TellerWithMultiAssetSupport__SharesAreLocked()',
  'TellerWithMultiAssetSupport__SharesAreUnLocked()',
  'TellerWithMultiAssetSupport__TransferDenied(address,address,address)',
  'TellerWithMultiAssetSupport__ZeroAssets()',
  'TellerWithMultiAssetSupport__ZeroShares()',
]

/** Events of our contracts whose names this project gave. */
export const ownEvents: readonly string[] = [
  'AllowFrom(address)',
  'AllowOperator(address)',
  'AllowPermissionedOperator(address)',
  'AllowTo(address)',
  'DenyFrom(address)',
  'DenyOperator(address)',
  'DenyPermissionedOperator(address)',
  'DenyTo(address)',
  'MaxDeviationsUpdated(uint32,uint32)',
  'PermissionedTransfersSet(bool)',
  'ShareLockPeriodUpdated(uint64)',
  'VestingTimesUpdated(uint64,uint64)',
]

/** Functions of our contracts whose names this project gave: setters and lists of managers. */
export const ownFunctions: readonly string[] = [
  'addAsset(address)',
  'allowAll(address)',
  'allowFrom(address)',
  'allowOperator(address)',
  'allowPermissionedOperator(address)',
  'allowTo(address)',
  'beforeTransfer(address,address,address)',
  'cancelUserWithdraws((uint96,address,address,uint128,uint128,uint40,uint24,uint24)[])',
  'denyAll(address)',
  'denyFrom(address)',
  'denyOperator(address)',
  'denyPermissionedOperator(address)',
  'denyTo(address)',
  'getRequestId((uint96,address,address,uint128,uint128,uint40,uint24,uint24))',
  'removeAsset(address)',
  'requestOnChainWithdrawWithPermit(address,uint128,uint16,uint24,uint256,uint8,bytes32,bytes32)',
  'safeGas()',
  'setBeforeTransferHook(address)',
  'setDepositCap(uint112)',
  'setMaxDeviations(uint32,uint32)',
  'setPermissionedTransfers(bool)',
  'setRateProviderData(address,bool,address)',
  'setShareLockPeriod(uint64)',
  'setVestingTimes(uint64,uint64)',
  'setWithdrawCapacity(address,uint256)',
  'setYieldDistributor(address)',
  'solveOnChainWithdraws((uint96,address,address,uint128,uint128,uint40,uint24,uint24)[],bytes,address)',
  'stopWithdrawsInAsset(address)',
  'updateAssetData(address,bool,bool,uint16)',
  'updateDelay(uint24)',
  'updateDelay(uint32)',
  'updateLower(uint16)',
  'updateManagementFee(uint16)',
  'updatePayoutAddress(address)',
  'updatePerformanceFee(uint16)',
  'updatePlatformFee(uint16)',
  'updateUpper(uint16)',
  'updateWithdrawAsset(address,uint24,uint24,uint16,uint16,uint96)',
]

const ownNames: Readonly<Record<NamedKind, ReadonlySet<string>>> = {
  error: new Set(ownErrors),
  event: new Set(ownEvents),
  function: new Set(ownFunctions),
}

/**
 * Tells whether this project gave a name, because no source states the deployed contract's own.
 *
 * @param signature - name and types, such as `Drone__OnlyVault()`.
 * @returns whether the name is marked as ours.
 */
export function isOwnName(kind: NamedKind, signature: string): boolean {
  return ownNames[kind].has(signature)
}

/**
 * Finds the source that states a name.
 *
 * @param signature - name and types, such as `Paused()`.
 * @returns the source; null when none is on record.
 */
export function nameSourceOf(kind: 'error' | 'event', signature: string): string | null {
  const bySource = kind === 'error' ? statedErrors : statedEvents
  const match = Object.entries(bySource).find(([, list]) => list.includes(signature))
  return match?.[0] ?? null
}
