import type { GuardedKind } from '../model/guarded-function.ts'

/** The harm of an act in the wrong hands. */
export type ActSeverity = 'critical' | 'high' | 'medium' | 'low'

/** An act of one kind of contract that one of some functions does. */
type SimpleAct = {
  readonly kind: GuardedKind
  /** Bare names; all overloads count. */
  readonly functions: readonly string[]
}

/** The named acts, worst first: what each does, in a sentence whose subject is who does it. */
export const acts = {
  manage_freely: { severity: 'critical', sentence: 'makes the vault do any call' },
  change_authority: {
    severity: 'critical',
    sentence: 'replaces the owner or the authority of a contract, and with it everything of it',
  },
  grant: { severity: 'critical', sentence: 'gives roles, capabilities or public functions' },
  upgrade: { severity: 'critical', sentence: 'exchanges the code of a proxy' },
  set_root: { severity: 'critical', sentence: 'sets the root of any strategist' },
  mint: { severity: 'critical', sentence: 'mints any amount of shares, also for nothing' },
  mint_unbacked: {
    severity: 'critical',
    sentence: 'mints shares for a worthless token: allows it, prices it and deposits it',
  },
  bridge_mint: {
    severity: 'critical',
    sentence: 'mints shares for a message of another chain that was never sent',
  },
  burn: { severity: 'critical', sentence: 'burns shares of anybody and pays out any asset' },
  set_any_rate: {
    severity: 'critical',
    sentence: 'sets any exchange rate, because the bounds or the pause give way as well',
  },
  set_price_source: {
    severity: 'high',
    sentence: 'decides what an asset is worth: chooses who prices it, or exchanges that code',
  },
  set_rate: { severity: 'high', sentence: 'moves the exchange rate' },
  set_rate_bounds: { severity: 'high', sentence: 'moves the bounds of the exchange rate' },
  set_hook: { severity: 'high', sentence: 'decides who may transfer shares' },
  move_user_shares: {
    severity: 'high',
    sentence: 'moves the shares of any holder, 3 days after freezing them',
  },
  bridge_verifiers: {
    severity: 'high',
    sentence: 'chooses who verifies the messages of other chains that mint shares',
  },
  bridge_peer: {
    severity: 'high',
    sentence: 'chooses whose messages of another chain mint shares',
  },
  rescue: { severity: 'high', sentence: 'takes tokens out of a queue or a solver' },
  refund: { severity: 'high', sentence: 'burns the shares of a deposit that is still locked' },
  teller_assets: { severity: 'high', sentence: 'decides which tokens buy shares' },
  manage_by_root: { severity: 'high', sentence: 'makes the calls that its root permits' },
  set_fees: { severity: 'medium', sentence: 'sets fees and who receives them' },
  run_teller: { severity: 'medium', sentence: 'deposits and redeems without the lock of users' },
  deny_users: { severity: 'medium', sentence: 'stops accounts from moving shares' },
  lock_shares: {
    severity: 'medium',
    sentence: 'sets how long new shares are locked, 3 days at most',
  },
  queue_terms: { severity: 'medium', sentence: 'sets the terms of withdrawals' },
  queue_cancel: { severity: 'medium', sentence: 'cancels the withdrawals of users' },
  queue_solve: { severity: 'medium', sentence: 'executes withdrawals' },
  pause_list: {
    severity: 'medium',
    sentence: 'changes what a Pauser pauses, and so may disarm it',
  },
  unpause: { severity: 'medium', sentence: 'ends a pause' },
  pause: { severity: 'low', sentence: 'pauses a contract' },
} as const satisfies Readonly<
  Record<string, { readonly severity: ActSeverity; readonly sentence: string }>
>

/** The name of an act. */
export type ActName = keyof typeof acts

/** Acts that one function of one contract does. The others need several, and stand in `question.ts`. */
export const simpleActs = {
  manage_freely: [{ kind: 'vault', functions: ['manage'] }],
  set_root: [{ kind: 'manager', functions: ['setManageRoot'] }],
  mint: [{ kind: 'vault', functions: ['enter'] }],
  burn: [{ kind: 'vault', functions: ['exit'] }],
  set_hook: [{ kind: 'vault', functions: ['setBeforeTransferHook', 'setShareLocker'] }],
  set_rate: [{ kind: 'accountant', functions: ['updateExchangeRate', 'vestYield', 'postLoss'] }],
  set_rate_bounds: [
    {
      kind: 'accountant',
      functions: [
        'updateUpper',
        'updateLower',
        'updateDelay',
        'updateMaximumVestDuration',
        'updateMinimumVestDuration',
        'updateMaximumDeviationYield',
        'updateMaximumDeviationLoss',
      ],
    },
  ],
  set_price_source: [{ kind: 'accountant', functions: ['setRateProviderData'] }],
  set_fees: [
    {
      kind: 'accountant',
      functions: [
        'updatePayoutAddress',
        'updatePlatformFee',
        'updatePerformanceFee',
        'resetHighwaterMark',
        'setYieldDistributor',
      ],
    },
  ],
  refund: [{ kind: 'teller', functions: ['refundDeposit'] }],
  teller_assets: [{ kind: 'teller', functions: ['updateAssetData', 'setDepositCap'] }],
  run_teller: [{ kind: 'teller', functions: ['bulkDeposit', 'bulkWithdraw'] }],
  deny_users: [
    {
      kind: 'teller',
      functions: [
        'denyAll',
        'denyFrom',
        'denyTo',
        'denyOperator',
        'denyPermissionedOperator',
        'setPermissionedTransfers',
        'freezeSharesAndStartRemediation',
      ],
    },
    {
      kind: 'warden',
      functions: [
        'updateSanctionsList',
        'updateVaultTeller',
        'updateVaultListIds',
        'updateBlacklist',
      ],
    },
  ],
  lock_shares: [{ kind: 'teller', functions: ['setShareLockPeriod'] }],
  bridge_peer: [
    {
      kind: 'teller',
      functions: ['setPeer', 'addChain', 'allowMessagesFromChain', 'setDelegate'],
    },
  ],
  queue_terms: [
    {
      kind: 'queue',
      functions: ['updateWithdrawAsset', 'stopWithdrawsInAsset', 'setWithdrawCapacity'],
    },
  ],
  queue_cancel: [{ kind: 'queue', functions: ['cancelUserWithdraws'] }],
  queue_solve: [{ kind: 'queue', functions: ['solveOnChainWithdraws'] }],
  rescue: [
    { kind: 'queue', functions: ['rescueTokens'] },
    { kind: 'solver', functions: ['rescueTokens'] },
  ],
  pause_list: [
    { kind: 'pauser', functions: ['addPausable', 'removePausable', 'updateSenderToPausable'] },
  ],
  grant: [
    { kind: 'authority', functions: ['setUserRole', 'setRoleCapability', 'setPublicCapability'] },
  ],
  pause: pausableActs(['pause']),
  unpause: pausableActs(['unpause']),
  change_authority: changeableActs(),
} as const satisfies Partial<Readonly<Record<ActName, readonly SimpleAct[]>>>

/** Guarded functions that are no act by themselves, each with the reason. */
export const harmlessFunctions: Readonly<Record<string, string>> = {
  'manager manageVaultWithMerkleVerification':
    'what it does is the act manage_by_root of a strategist',
  'accountant previewUpdateExchangeRate': 'it changes nothing',
  'accountant setFirstDepositTimestamp':
    'a teller calls it at a deposit; it starts the clock of a yield',
  'teller allowAll': 'it takes a denial back',
  'teller allowFrom': 'it takes a denial back',
  'teller allowTo': 'it takes a denial back',
  'teller allowOperator': 'it takes a denial back',
  'teller allowPermissionedOperator': 'it lets an account move its own shares',
  'teller deposit': 'it mints shares for their price',
  'teller depositWithPermit': 'it mints shares for their price',
  'teller withdraw': 'it burns shares of its caller for their price',
  'teller disallowBufferHelper': 'it takes a permission back',
  'teller allowBufferHelper': 'it is part of manage_freely, by the buffers of the teller',
  'teller setDepositBufferHelper': 'it is part of manage_freely, by the buffers of the teller',
  'teller setWithdrawBufferHelper': 'it is part of manage_freely, by the buffers of the teller',
  'teller completeRemediation': 'it is part of move_user_shares',
  'teller cancelRemediationAndUnlockShares': 'it gives frozen shares back',
  'teller removeChain': 'it closes a bridge',
  'teller allowMessagesToChain': 'it opens a way out, never in',
  'teller stopMessagesFromChain': 'it closes a bridge',
  'teller stopMessagesToChain': 'it closes a bridge',
  'teller setChainGasLimit': 'it sets what a message may cost',
  'queue requestOnChainWithdraw': 'it moves shares of its caller',
  'queue requestOnChainWithdrawWithPermit': 'it moves shares of its caller',
  'queue cancelOnChainWithdraw': 'it moves shares of its caller',
  'queue replaceOnChainWithdraw': 'it moves shares of its caller',
  'queue cancelOnChainWithdrawUsingRequestId': 'it moves shares of its caller',
  'queue replaceOnChainWithdrawUsingRequestId': 'it moves shares of its caller',
  'queue toggleTrackWithdrawsOnChain': 'it sets whether requests are also stored',
  'pauser pauseSingle': 'its effect is the act pause of a contract',
  'pauser unpauseSingle': 'its effect is the act unpause of a contract',
  'pauser pauseMultiple': 'its effect is the act pause of a contract',
  'pauser unpauseMultiple': 'its effect is the act unpause of a contract',
  'pauser pauseAll': 'its effect is the act pause of a contract',
  'pauser unpauseAll': 'its effect is the act unpause of a contract',
  'pauser senderPause': 'its effect is the act pause of a contract',
  'pauser senderUnpause': 'its effect is the act unpause of a contract',
  'deployer deployContract': 'a new contract has no power',
  'deployer bundleTxs': 'who may call it holds the powers of the deployer, in every act',
  'solver boringSolve': 'the queue calls it back',
  'solver boringRedeemSolve': 'its effect is the act queue_solve',
  'solver boringRedeemMintSolve': 'its effect is the act queue_solve',
  'solver boringRedeemSelfSolve': 'its effect is the act queue_solve',
  'solver boringRedeemMintSelfSolve': 'its effect is the act queue_solve',
  'micro_manager swapWith1Inch': 'its effect is the act manage_by_root of the micro-manager',
  'micro_manager swapWithUniswapV3': 'its effect is the act manage_by_root of the micro-manager',
  'micro_manager swapWithBalancerV2': 'its effect is the act manage_by_root of the micro-manager',
  'micro_manager swapWithCurve': 'its effect is the act manage_by_root of the micro-manager',
  'micro_manager revokeTokenApproval': 'it takes approvals back',
  'micro_manager setPeriod': 'it limits how often swaps run',
  'micro_manager setAllowedCallsPerPeriod': 'it limits how often swaps run',
  'micro_manager setAllowedSlippage': 'it bounds what one swap may lose, within the root',
  'proxy_admin renounceOwnership': 'it gives a power up',
  'proxy_admin upgradeAndCall': 'its effect is the act upgrade of a proxy',
  'beacon renounceOwnership': 'it gives a power up',
  'beacon transferOwnership': 'its effect is the act upgrade, or set_price_source, of a proxy',
  'beacon upgradeTo': 'its effect is the act upgrade, or set_price_source, of a proxy',
  'bridge_endpoint renounceOwnership': 'it gives a power up',
  'bridge_endpoint transferOwnership': 'its effect is the act bridge_verifiers of a teller',
  'bridge_endpoint registerLibrary': 'a library verifies nothing before it is chosen',
  'bridge_endpoint setDefaultReceiveLibrary': 'its effect is the act bridge_verifiers of a teller',
  'bridge_endpoint setDefaultReceiveLibraryTimeout':
    'its effect is the act bridge_verifiers of a teller',
  'bridge_endpoint setDefaultSendLibrary': 'it changes the way out, never in',
  'bridge_endpoint setLzToken': 'it sets what fees are paid in',
  'bridge_endpoint recoverToken': 'it takes tokens that were sent to the endpoint',
  'bridge_library renounceOwnership': 'it gives a power up',
  'bridge_library transferOwnership': 'its effect is the act bridge_verifiers of a teller',
  'bridge_library setDefaultUlnConfigs': 'its effect is the act bridge_verifiers of a teller',
  'bridge_library setDefaultUlnConfig': 'its effect is the act bridge_verifiers of a teller',
  'timelock grantRole': 'who may call it speaks for the timelock, in every act',
  'timelock revokeRole': 'it takes a role away',
  'timelock schedule': 'who may call it speaks for the timelock, in every act',
  'timelock scheduleBatch': 'who may call it speaks for the timelock, in every act',
  'timelock cancel': 'it stops what is scheduled',
  'timelock execute': 'who may call it speaks for the timelock, in every act',
  'timelock executeBatch': 'who may call it speaks for the timelock, in every act',
  'timelock updateDelay': 'the timelock itself calls it, after its delay',
}

function pausableActs(functions: readonly string[]): readonly SimpleAct[] {
  const kinds = ['manager', 'accountant', 'teller', 'queue', 'warden'] as const
  return kinds.map((kind) => ({ kind, functions }))
}

function changeableActs(): readonly SimpleAct[] {
  const kinds = [
    'authority',
    'vault',
    'manager',
    'accountant',
    'teller',
    'queue',
    'pauser',
    'deployer',
    'solver',
    'micro_manager',
    'warden',
    'proxy_admin',
  ] as const
  return kinds.map((kind) => ({ kind, functions: ['setAuthority', 'transferOwnership'] }))
}
