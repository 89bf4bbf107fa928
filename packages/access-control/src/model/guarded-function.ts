import type { Selector } from './state.ts'

/** The kinds of contract whose guarded functions are known. */
export type GuardedKind = keyof typeof guardedFunctions

/**
 * The guarded functions of each kind of contract, by signature. Which of them a contract has, its code says.
 *
 * Source: the published interfaces of the contracts; a test computes every selector again.
 */
export const guardedFunctions = {
  vault: {
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'manage(address,bytes,uint256)': '0xf6e715d0',
    'manage(address[],bytes[],uint256[])': '0x224d8703',
    'enter(address,address,uint256,address,uint256)': '0x39d6ba32',
    'exit(address,address,uint256,address,uint256)': '0x18457e61',
    'setBeforeTransferHook(address)': '0x8929565f',
    'setShareLocker(address)': '0xa4dea0c1',
  },
  manager: {
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'pause()': '0x8456cb59',
    'unpause()': '0x3f4ba83a',
    'setManageRoot(address,bytes32)': '0x21801a99',
    'manageVaultWithMerkleVerification(bytes32[][],address[],address[],bytes[],uint256[])':
      '0x244b0f6a',
  },
  accountant: {
    'updatePayoutAddress(address)': '0x56200819',
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'pause()': '0x8456cb59',
    'unpause()': '0x3f4ba83a',
    'updateDelay(uint24)': '0x6a054dc9',
    'updateUpper(uint16)': '0x634da58f',
    'updateLower(uint16)': '0x207ec0e7',
    'updatePlatformFee(uint16)': '0xafb06952',
    'updatePerformanceFee(uint16)': '0x709ac1c3',
    'setRateProviderData(address,bool,address)': '0x4d8be07e',
    'resetHighwaterMark()': '0xe059ac07',
    'updateExchangeRate(uint96)': '0x3458113d',
    'setYieldDistributor(address)': '0x3038a60d',
    'previewUpdateExchangeRate(uint96)': '0x6183fb95',
    'vestYield(uint256,uint256)': '0xec0f6e8e',
    'postLoss(uint256)': '0x542c5992',
    'updateExchangeRate()': '0x02ce728f',
    'setFirstDepositTimestamp()': '0x4512deb7',
    'updateMaximumVestDuration(uint64)': '0xb55b7b5a',
    'updateMinimumVestDuration(uint64)': '0xc62c100b',
    'updateMaximumDeviationYield(uint32)': '0x37348dc2',
    'updateMaximumDeviationLoss(uint32)': '0x68f67dc0',
  },
  teller: {
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'pause()': '0x8456cb59',
    'unpause()': '0x3f4ba83a',
    'updateAssetData(address,bool,bool,uint16)': '0x8dfd8ba1',
    'setShareLockPeriod(uint64)': '0x12056e2d',
    'denyAll(address)': '0x18aed921',
    'allowAll(address)': '0xc29d2f10',
    'denyFrom(address)': '0x2c524c42',
    'allowFrom(address)': '0xa924bf61',
    'denyTo(address)': '0x3b575407',
    'allowTo(address)': '0x5f45bac8',
    'denyOperator(address)': '0x1b62636c',
    'allowOperator(address)': '0x1ba9a458',
    'setPermissionedTransfers(bool)': '0x8a6733f9',
    'allowPermissionedOperator(address)': '0x9ac4f42d',
    'denyPermissionedOperator(address)': '0xbf671384',
    'setDepositCap(uint112)': '0x7bd876b6',
    'refundDeposit(uint256,address,address,uint256,uint256,uint256,uint256,address)': '0x65fe00e4',
    'deposit(address,uint256,uint256,address)': '0x8b6099db',
    'deposit(address,uint256,uint256,address,address)': '0x2a22f31f',
    'depositWithPermit(address,uint256,uint256,uint256,uint8,bytes32,bytes32,address)':
      '0x6495043a',
    'bulkDeposit(address,uint256,uint256,address)': '0x9d574420',
    'bulkWithdraw(address,uint256,uint256,address)': '0x3e64ce99',
    'withdraw(address,uint256,uint256,address)': '0x16762eed',
    'setDepositBufferHelper(address,address)': '0xb4bf379c',
    'setWithdrawBufferHelper(address,address)': '0x9428fcd4',
    'allowBufferHelper(address,address)': '0x0d1598dd',
    'disallowBufferHelper(address,address)': '0xb032299c',
    'freezeSharesAndStartRemediation(address,address,uint256)': '0x2ad34775',
    'cancelRemediationAndUnlockShares(address)': '0xf15ad97a',
    'completeRemediation(address)': '0xc05e6339',
    'addChain(uint32,bool,bool,address,uint128)': '0x34dafd6b',
    'removeChain(uint32)': '0x55a2d64d',
    'allowMessagesFromChain(uint32,address)': '0x202eac57',
    'allowMessagesToChain(uint32,address,uint128)': '0xb5ba6182',
    'stopMessagesFromChain(uint32)': '0xd555f368',
    'stopMessagesToChain(uint32)': '0x45ad6063',
    'setChainGasLimit(uint32,uint128)': '0x1568fc58',
    'setPeer(uint32,bytes32)': '0x3400288b',
    'setDelegate(address)': '0xca5eb5e1',
    'addChain(uint64,bool,bool,address,uint64)': '0x3bc28aeb',
    'removeChain(uint64)': '0x39aa1335',
    'allowMessagesFromChain(uint64,address)': '0x72ac83dd',
    'allowMessagesToChain(uint64,address,uint64)': '0xc57220e1',
    'stopMessagesFromChain(uint64)': '0x8a43ccc4',
    'stopMessagesToChain(uint64)': '0xc127ccad',
    'setChainGasLimit(uint64,uint64)': '0x047f27c5',
  },
  queue: {
    'stopWithdrawsInAsset(address)': '0x74732728',
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'pause()': '0x8456cb59',
    'unpause()': '0x3f4ba83a',
    'rescueTokens(address,uint256,address,(uint96,address,address,uint128,uint128,uint40,uint24,uint24)[])':
      '0x0bf6cab7',
    'updateWithdrawAsset(address,uint24,uint24,uint16,uint16,uint96)': '0xeed4b3f8',
    'setWithdrawCapacity(address,uint256)': '0xe260780c',
    'cancelUserWithdraws((uint96,address,address,uint128,uint128,uint40,uint24,uint24)[])':
      '0x9fff7e2a',
    'requestOnChainWithdraw(address,uint128,uint16,uint24)': '0x6bb3b476',
    'requestOnChainWithdrawWithPermit(address,uint128,uint16,uint24,uint256,uint8,bytes32,bytes32)':
      '0x581b4920',
    'cancelOnChainWithdraw((uint96,address,address,uint128,uint128,uint40,uint24,uint24))':
      '0x4a2dc5e4',
    'replaceOnChainWithdraw((uint96,address,address,uint128,uint128,uint40,uint24,uint24),uint16,uint24)':
      '0xa5672fd7',
    'solveOnChainWithdraws((uint96,address,address,uint128,uint128,uint40,uint24,uint24)[],bytes,address)':
      '0x412638dc',
    'toggleTrackWithdrawsOnChain()': '0xc646d923',
    'cancelOnChainWithdrawUsingRequestId(bytes32)': '0x08bf866e',
    'replaceOnChainWithdrawUsingRequestId(bytes32,uint16,uint24)': '0x18a2eaff',
  },
  pauser: {
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'addPausable(address)': '0xa6bb3833',
    'removePausable(uint256)': '0x25fdd89a',
    'updateSenderToPausable(address,address)': '0x6e0db687',
    'pauseSingle(address)': '0x6fa02012',
    'unpauseSingle(address)': '0x4ed1a7ed',
    'pauseMultiple(address[])': '0x1414a737',
    'unpauseMultiple(address[])': '0x2a578b95',
    'pauseAll()': '0x595c6a67',
    'unpauseAll()': '0x8a2ddd03',
    'senderPause()': '0x82c6321f',
    'senderUnpause()': '0xba2cd4f9',
  },
  deployer: {
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'deployContract(string,bytes,bytes,uint256)': '0xef5de7e3',
    'bundleTxs((address,bytes,uint256)[])': '0x69d77304',
  },
  solver: {
    'rescueTokens(address,uint256)': '0x57376198',
    'boringSolve(address,address,address,uint256,uint256,bytes)': '0x67aa0416',
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'boringRedeemSolve((uint96,address,address,uint128,uint128,uint40,uint24,uint24)[],address,bool)':
      '0x5ff8a71f',
    'boringRedeemMintSolve((uint96,address,address,uint128,uint128,uint40,uint24,uint24)[],address,address,address,bool)':
      '0xbc9961f7',
    'boringRedeemSelfSolve((uint96,address,address,uint128,uint128,uint40,uint24,uint24),address)':
      '0x72faf4a4',
    'boringRedeemMintSelfSolve((uint96,address,address,uint128,uint128,uint40,uint24,uint24),address,address,address)':
      '0x8f386608',
  },
  micro_manager: {
    'swapWith1Inch(bytes32[][],address[],address,uint256,address,bytes)': '0x15144503',
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'setPeriod(uint16)': '0xfba2a2d2',
    'setAllowedCallsPerPeriod(uint16)': '0x2d26dae7',
    'revokeTokenApproval(bytes32[][],address[],address[],address[])': '0x568eb346',
    'setAllowedSlippage(uint16)': '0x036c7499',
    'swapWithUniswapV3(bytes32[][],address[],address[],uint24[],uint256,uint256,uint256)':
      '0xc2a97b0d',
    'swapWithBalancerV2(bytes32[][],address[],(bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)':
      '0xe9cdbc12',
    'swapWithCurve(bytes32[][],address[],(address,address,address,bytes4),uint256,uint256,uint256,uint256)':
      '0x0e682bf3',
  },
  authority: {
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'setPublicCapability(address,bytes4,bool)': '0xc6b0263e',
    'setRoleCapability(uint8,address,bytes4,bool)': '0x7d40583d',
    'setUserRole(address,uint8,bool)': '0x67aff484',
  },
  proxy_admin: {
    'renounceOwnership()': '0x715018a6',
    'transferOwnership(address)': '0xf2fde38b',
    'upgradeAndCall(address,address,bytes)': '0x9623609d',
  },
  beacon: {
    'renounceOwnership()': '0x715018a6',
    'transferOwnership(address)': '0xf2fde38b',
    'upgradeTo(address)': '0x3659cfe6',
  },
  bridge_endpoint: {
    'renounceOwnership()': '0x715018a6',
    'transferOwnership(address)': '0xf2fde38b',
    'registerLibrary(address)': '0xe8964e81',
    'setDefaultReceiveLibrary(uint32,address,uint256)': '0xa718531b',
    'setDefaultReceiveLibraryTimeout(uint32,address,uint256)': '0xd4b4ec8f',
    'setDefaultSendLibrary(uint32,address)': '0xaafea312',
    'setLzToken(address)': '0xc28e0eed',
    'recoverToken(address,address,uint256)': '0xa7229fd9',
  },
  bridge_library: {
    'renounceOwnership()': '0x715018a6',
    'transferOwnership(address)': '0xf2fde38b',
    'setDefaultUlnConfigs((uint32,(uint64,uint8,uint8,uint8,address[],address[]))[])': '0x29460b0b',
    'setDefaultUlnConfig(uint32,(uint64,uint8,uint8,uint8,address[],address[]))': '0x3dfcf0bb',
  },
  warden: {
    'pause()': '0x8456cb59',
    'unpause()': '0x3f4ba83a',
    'setAuthority(address)': '0x7a9e5e4b',
    'transferOwnership(address)': '0xf2fde38b',
    'updateSanctionsList(address)': '0x8349439a',
    'updateVaultTeller(address,address)': '0xc73531b1',
    'updateVaultListIds(address,uint8)': '0x1445073e',
    'updateBlacklist(uint8,bytes32[],bool)': '0x941b9754',
  },
  timelock: {
    'grantRole(bytes32,address)': '0x2f2ff15d',
    'revokeRole(bytes32,address)': '0xd547741f',
    'schedule(address,uint256,bytes,bytes32,bytes32,uint256)': '0x01d5062a',
    'scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)': '0x8f2a0bb0',
    'cancel(bytes32)': '0xc4d252f5',
    'execute(address,uint256,bytes,bytes32,bytes32)': '0x134008d3',
    'executeBatch(address[],uint256[],bytes[],bytes32,bytes32)': '0xe38335e5',
    'updateDelay(uint256)': '0x64d62353',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Selector>>>>

/** The functions that rules name, which no table of a kind has or which every kind has. */
export const selectors = {
  setAuthority: '0x7a9e5e4b',
  transferOwnership: '0xf2fde38b',
  setUserRole: '0x67aff484',
  setRoleCapability: '0x7d40583d',
  setPublicCapability: '0xc6b0263e',
  /** One call, as the Manager makes it. */
  manage: '0xf6e715d0',
  /** Several calls, as a teller with buffers makes them. */
  manageBatch: '0x224d8703',
  enter: '0x39d6ba32',
  setManageRoot: '0x21801a99',
  manageVault: '0x244b0f6a',
  pause: '0x8456cb59',
  unpause: '0x3f4ba83a',
  bundleTxs: '0x69d77304',
  allowBufferHelper: '0x0d1598dd',
  setDepositBufferHelper: '0xb4bf379c',
  setWithdrawBufferHelper: '0x9428fcd4',
  addPausable: '0xa6bb3833',
  removePausable: '0x25fdd89a',
  updateSenderToPausable: '0x6e0db687',
  solveOnChainWithdraws: '0x412638dc',
  bulkDeposit: '0x9d574420',
  bulkWithdraw: '0x3e64ce99',
  /** Of a Safe. */
  approveHash: '0xd4d9bdcd',
  execTransactionFromModule: '0x468721a7',
  /** Of a timelock. */
  schedule: '0x01d5062a',
  execute: '0x134008d3',
  grantRole: '0x2f2ff15d',
  /** Of an endpoint of a bridge, and of its library. */
  setConfig: '0x6dbd9f90',
  verify: '0x0223536e',
  /** Of a proxy. */
  upgradeTo: '0x3659cfe6',
} as const satisfies Readonly<Record<string, Selector>>

/**
 * Reads the selectors of a kind's functions by their bare names, all overloads.
 *
 * @param names - as in `pause`.
 */
export function selectorsNamed(kind: GuardedKind, names: readonly string[]): readonly Selector[] {
  return Object.entries(guardedFunctions[kind]).flatMap(([signature, selector]) =>
    names.includes(signature.slice(0, signature.indexOf('('))) ? [selector] : [],
  )
}

/** Finds a function's signature; null when no kind has it. */
export function signatureOf(selector: Selector): string | null {
  for (const functions of Object.values(guardedFunctions)) {
    for (const [signature, each] of Object.entries(functions))
      if (each === selector) return signature
  }
  return null
}
