import { type Address, isSameAddress } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { nativeAsset } from '@vaultwright/registry'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'

const wholeCard = [
  'length(bridgeWildCard) == 32 else TellerDecoderAndSanitizer__BridgeWildCardLengthMustBe32Bytes',
] as const
const request =
  '(uint96 nonce, address user, address assetOut, uint128 amountOfShares, uint128 amountOfAssets, uint40 creationTime, uint24 secondsToMaturity, uint24 secondsToDeadline)'

/**
 * The tellers and withdrawal queues of other vaults.
 *
 * The wild card of a bridging teller names the destination: LayerZero endpoint or CCIP selector.
 * Source: the public functions of tellers and queues; what the decoder packs was observed.
 */
export const teller = {
  decoder: 'Teller',
  inherits: [],
  functions: [
    {
      signature:
        'bridge(uint96 shareAmount, address to, bytes bridgeWildCard, address feeToken, uint256 maxFee)',
      packs: 'to, low20(bridgeWildCard), feeToken',
      checks: wholeCard,
    },
    {
      signature:
        'bulkDeposit(address depositAsset, uint256 depositAmount, uint256 minimumMint, address to)',
      packs: 'depositAsset, to',
    },
    {
      signature:
        'bulkWithdraw(address withdrawAsset, uint256 shareAmount, uint256 minimumAssets, address to)',
      packs: 'withdrawAsset, to',
    },
    {
      signature: `cancelOnChainWithdraw(${request} request)`,
      memory: true,
      packs: 'request.user, request.assetOut',
    },
    {
      signature: 'deposit(address depositAsset, uint256 depositAmount, uint256 minimumMint)',
      packs: 'depositAsset',
    },
    {
      signature:
        'deposit(address depositAsset, uint256 depositAmount, uint256 minimumMint, address referrer)',
      packs: 'depositAsset, referrer',
    },
    {
      signature:
        'depositAndBridge(address depositAsset, uint256 depositAmount, uint256 minimumMint, address to, bytes bridgeWildCard, address feeToken, uint256 maxFee)',
      packs: 'depositAsset, to, low20(bridgeWildCard), feeToken',
      checks: wholeCard,
    },
    {
      signature:
        'depositAndBridge(address depositAsset, uint256 depositAmount, uint256 minimumMint, address to, bytes bridgeWildCard, address feeToken, uint256 maxFee, address referrer)',
      packs: 'depositAsset, to, low20(bridgeWildCard), feeToken, referrer',
      checks: wholeCard,
    },
    {
      signature: `replaceOnChainWithdraw(${request} oldRequest, uint16 discount, uint24 secondsToDeadline)`,
      memory: true,
      packs: 'oldRequest.user, oldRequest.assetOut',
    },
    {
      signature:
        'requestOnChainWithdraw(address asset, uint128 amountOfShares, uint16 discount, uint24 secondsToDeadline)',
      packs: 'asset',
    },
    {
      signature:
        'withdraw(address withdrawAsset, uint256 shareAmount, uint256 minimumAssets, address to)',
      packs: 'withdrawAsset, to',
    },
  ],
} as const satisfies DecoderRules

/** The decoder rules that pack calls of tellers. */
export const rules = [teller] as const

/** The teller that is called. */
export const tellerAccount = {
  kind: 'account',
  describe: 'Teller of the other vault',
} as const satisfies AccountParameter

/** The other vault, whose shares have its own decimals and which pulls what is deposited. */
export const sharesOf = {
  kind: 'token',
  fact: { of: 'teller', call: 'vault()', returns: '(address vault)' },
  describe: 'The other vault, whose token the shares are',
} as const satisfies TokenParameter

/** The parameters of a deposit. */
export const depositParameters = {
  asset: { kind: 'token', describe: 'Asset of the other vault; the native coin by its sign' },
  amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
} as const

/** Tells whether an asset stands for the native coin. */
export function isNative(asset: Address): boolean {
  return isSameAddress(asset, nativeAsset)
}
