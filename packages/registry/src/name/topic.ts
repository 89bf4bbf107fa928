import type { Hex } from '@vaultwright/base'

// Paused and Unpaused have the same topic on Manager, accountant, teller and queue: tell them apart by address.

/** The first topic of each vault event, by name. Source: Solidity ABI specification, checked by test. */
export const vaultTopics = {
  Enter: '0xea00f88768a86184a6e515238a549c171769fe7460a011d6fd0bcd48ca078ea4',
  Exit: '0xe0c82280a1164680e0cf43be7db4c4c9f985423623ad7a544fb76c772bdc6043',
  Transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  Approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
} as const satisfies Record<string, Hex>

/**
 * The first topic of each accountant event, by name.
 *
 * `StreamedRateUpdated` is the yield-streaming accountant's `ExchangeRateUpdated(uint256)`,
 * `YieldRecordedEarly` its yield event before 2025-09-30, `DelayInSecondsUpdatedLegacy` the `uint32` one.
 * Source: Solidity ABI specification, checked by test.
 */
export const accountantTopics = {
  ExchangeRateUpdated: '0xa95bc6aba40bbc4d95fc35f118c4cd8b53fc5d5b89ed264002af03503a7a9439',
  StreamedRateUpdated: '0x388f446e9526fe5c9af20a5919b342370c8a7c0cb05245afe1e545658fa3cdba',
  YieldRecorded: '0x2583e410b6b90509698867351826d69a02f114f22c9b563a6247bf598e352b4c',
  YieldRecordedEarly: '0x6b04f900cf48b190f50e381c443272f97a27f5626977628095a20a571531be06',
  LossRecorded: '0xe9cdbf90cf9271cb882854f4919e4fc8a84f57c6b0bc2c3b5b6bf6f6b8755fa3',
  FeesClaimed: '0x9493e5bbe4e8e0ac67284469a2d677403d0378a85a59e341d3abc433d0d9a209',
  YieldClaimed: '0xc04825ba3f383b602255d2a13065a68e325c65c9e0ed5d031ea2b06f641873af',
  YieldDistributorUpdated: '0x7d9c3ef9e65227fa9a8638f9e876cf890ef686bad3ab18e6c3a3f7cb9de258a0',
  PlatformFeeUpdated: '0x84e4fe32bf74c4011a7e1fde79c63acdffaf92a0112cde153e7b0abee665bc6b',
  ManagementFeeUpdated: '0x7fa71bc8199b41215c8786fc03983be5a27180965feae35db511cd958631826f',
  PerformanceFeeUpdated: '0xba8506b6cb85330fea21cbca8490aafb6a69b166f06201ef755eb511b2709fc1',
  PayoutAddressUpdated: '0xba2be5e898fed1646bc0814dee1cc9a2aee98f51fced7d5fc4699c47d9907753',
  RateProviderUpdated: '0x59f9adfe8cf4c9d4b77fb03aa2ae5f373632c97cb8caf6b61f0643d3d170a8fe',
  HighwaterMarkReset: '0x98637d475d52bc596e25457cb3385a05269c42e57d4d9f7561dacbbe8583eb89',
  UpperBoundUpdated: '0x67d3a3f6bebb5b894324217d5224ff719d5d95dfc67f1bb2645dddbfcd43cadb',
  LowerBoundUpdated: '0x76fe3c3557dd03afa5caf76f66f4019444ef3999e784ba08f47a33428fcc64d5',
  DelayInSecondsUpdated: '0x5f7db254db512f40348d8a7ca15d574c051dfe59c19b47e273d926f2f4318606',
  DelayInSecondsUpdatedLegacy: '0xcccad74cc0fcc3b3393386e7a89107fb131535e983a342329b52c667dafe9cf4',
  Paused: '0x9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752',
  Unpaused: '0xa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933',
} as const satisfies Record<string, Hex>

/**
 * The first topic of each teller event, by name; `DepositLegacy` is without a referral.
 *
 * Both `Deposit` events are to be looked for. Source: Solidity ABI specification, checked by test.
 */
export const tellerTopics = {
  Deposit: '0xbd5bec50a3d7a5321d4e870bbb48c3589043dbcea81010e6de54a32733aef592',
  DepositLegacy: '0xe96d7872363f475d18b2f5390caaa5eaa96b2d38e42c62afe4ac08ebd2b13c3a',
  BulkDeposit: '0x6f9b974223f85a1ae805c33b8b519039e2435481d949db1110de151a94d587af',
  BulkWithdraw: '0xdcc60b41ff1c604459e6aa4a7299817416b19fc586a392f111646e26597c4af9',
  Withdraw: '0x884edad9ce6fa2440d8a54cc123490eb96d2768479d49ff9c7366125a9424364',
  DepositRefunded: '0xaf98ea774275cadfa3e477a7b52cba03e01197445a76bd5d0d561608708c3624',
  AssetDataUpdated: '0xe08301321781ac43935a2099b2c3fd42de0a0ee87a519cac00e8c9cecd26ff12',
  DepositCapSet: '0x752cd3d8df6864142257fa3a2e02aedf2dc09f1875c2a25b4f117d45c7334d5d',
  MessageSent: '0xe0ec62d39b054dc2fd626dbc271483735df6e6fa1ef8389754bf8ab27a75eab2',
  MessageReceived: '0xb944fddc61d7fedb8b736790454ba972000703b0d21c7481d6dbf95b7c2cc2f1',
  Paused: '0x9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752',
  Unpaused: '0xa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933',
} as const satisfies Record<string, Hex>

/** The first topic of each event of the on-chain withdraw queue, by name. Source: Solidity ABI specification, checked by test. */
export const queueTopics = {
  OnChainWithdrawRequested: '0x2eb08ebdb4d68b4a37e3b424927f3363e1d799ca7e56e7b2c59cc6c1778d33f5',
  OnChainWithdrawCancelled: '0x114ef421aef557f2e4086396789e7fb532b1133ff2982c9d948daa73d0691e36',
  OnChainWithdrawSolved: '0xd94fc49a6578873ff851671d19cacb1809887f7a9128867ee4306dc3ffc93c26',
  WithdrawAssetUpdated: '0x6ece44744f1fe676735f115da497fe130c7acf43fcd142fe92e20df15788797e',
  WithdrawAssetStopped: '0xf1abf38a870f414456542524a2b679c0ece751691e36f4feee2ca7826c99e462',
  WithdrawCapacityUpdated: '0x3be638a5ac00f9a7963b3b6f0d577d38cfde72622df2c506690981ae1da6f982',
  Paused: '0x9e87fac88ff661f02d44f95383c817fece4bce600a3dab7a54406878b965e752',
  Unpaused: '0xa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933',
} as const satisfies Record<string, Hex>
