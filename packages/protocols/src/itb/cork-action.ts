import { defineAction } from '../action/action.ts'
import { itbCork } from './function.ts'

const position = { kind: 'account', describe: 'Position manager' } as const

const minimum = {
  kind: 'minimum',
  unit: { decimals: 0 },
  describe: 'Minimum output, in base units',
} as const

const epoch = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Epoch of the token',
} as const

const amount = {
  kind: 'amount',
  unit: { decimals: 0 },
  describe: 'How much of each, in base units',
} as const

const depositLv = defineAction({
  route: 'itb/deposit_lv',
  name: 'Deposit into the liquidity vault',
  description: 'Has a position manager put its token into the liquidity vault of Cork.',
  sentence: 'Deposit {amount} base units into the liquidity vault of {position}',
  parameters: {
    position,
    amount: {
      kind: 'amount',
      unit: { decimals: 0 },
      describe: 'How much to deposit, in base units',
    },
    minimum,
  },
  signature: 'depositLv(uint256 _amount, uint256 _minOut)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ amount, minimum }) => [amount, minimum],
})

const startLvWithdrawal = defineAction({
  route: 'itb/start_lv_withdrawal',
  name: 'Start a withdrawal from the liquidity vault',
  description: 'Has a position manager start a withdrawal from the liquidity vault of Cork.',
  sentence: 'Start withdrawal of {amount} base units of {position}',
  parameters: {
    position,
    amount: {
      kind: 'amount',
      unit: { decimals: 0 },
      describe: 'How much to withdraw, in base units',
    },
    minimum,
  },
  signature: 'startWithdrawal(uint256 _amount, uint256 _minOut)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ amount, minimum }) => [amount, minimum],
})

const claimLvWithdrawal = defineAction({
  route: 'itb/claim_lv_withdrawal',
  name: 'Claim a withdrawal from the liquidity vault',
  description: 'Has a position manager collect a withdrawal.',
  sentence: 'Claim withdrawal {withdrawal_id} of {position}',
  parameters: {
    position,
    withdrawal_id: { kind: 'word', describe: 'Identifier of the withdrawal' },
  },
  signature: 'claimWithdrawal(bytes32 _withdrawalId)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ withdrawal_id }) => [withdrawal_id],
})

const redeemExpiredCover = defineAction({
  route: 'itb/redeem_expired_cover',
  name: 'Redeem expired cover tokens',
  description: 'Has a position manager redeem cover tokens of an epoch that is over.',
  sentence: 'Redeem {amount} of epoch {epoch}',
  parameters: {
    position,
    cover_token: { kind: 'token', describe: 'Cover token that has expired' },
    epoch,
    amount: { kind: 'amount', unit: 'cover_token', describe: 'How much to redeem' },
  },
  signature: 'redeemExpiredCt(address _ct, uint256 _epoch, uint256 _amount)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ cover_token, epoch, amount }) => [cover_token, epoch, amount],
})

const redeemExpiredCoverByConfig = defineAction({
  route: 'itb/redeem_expired_cover_by_config',
  name: 'Redeem expired cover tokens of the configuration',
  description: 'Has a position manager redeem cover tokens of its own pair.',
  sentence: 'Redeem {amount} base units of epoch {epoch} of {position}',
  parameters: {
    position,
    epoch,
    amount: {
      kind: 'amount',
      unit: { decimals: 0 },
      describe: 'How much to redeem, in base units',
    },
  },
  signature: 'redeemExpiredCtByConfig(uint256 _epoch, uint256 _amount)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ epoch, amount }) => [epoch, amount],
})

const swapCoverAndSwap = defineAction({
  route: 'itb/swap_cover_and_swap',
  name: 'Swap cover and swap tokens',
  description:
    'Has a position manager turn cover tokens and depeg swaps into the redemption asset.',
  sentence: 'Swap {amount} base units of cover tokens and depeg swaps of {position}',
  parameters: { position, amount, minimum },
  signature: 'swapCtDsToRa(uint256 _amount, uint256 _minOut)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ amount, minimum }) => [amount, minimum],
})

const swapDepeg = defineAction({
  route: 'itb/swap_depeg',
  name: 'Exercise depeg swaps',
  description:
    'Has a position manager give depeg swaps and the pegged asset for the redemption asset.',
  sentence: 'Exercise {amount} base units of depeg swaps of {position}',
  parameters: { position, amount, minimum },
  signature: 'swapDsPaToRa(uint256 _amount, uint256 _minOut)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ amount, minimum }) => [amount, minimum],
})

const swapPegged = defineAction({
  route: 'itb/swap_pegged',
  name: 'Swap the pegged asset',
  description: 'Has a position manager sell the pegged asset through 1inch.',
  sentence: 'Swap the pegged asset of {position} for at least {minimum} base units',
  parameters: {
    position,
    swap_data: {
      kind: 'bytes',
      describe: 'Calldata of the swap that the position manager sends to 1inch',
    },
    minimum,
  },
  signature: 'swapPaToRa(bytes _swapData, uint256 _minOut)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ swap_data, minimum }) => [swap_data, minimum],
})

const updateOneInchRouter = defineAction({
  route: 'itb/update_one_inch_router',
  name: 'Change the router of 1inch',
  description: 'Has a position manager use another router.',
  sentence: 'Use {router} in {position}',
  parameters: {
    position,
    router: { kind: 'account', describe: 'Router that the position manager calls from now on' },
  },
  signature: 'update1InchRouter(address _router)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ router }) => [router],
})

const updateCorkConfig = defineAction({
  route: 'itb/update_cork_config',
  name: 'Configure a Cork position',
  description: 'Sets vault, pair and epoch of a position manager.',
  sentence: 'Configure {position} for {vault}, epoch {epoch}',
  parameters: {
    position,
    vault: { kind: 'account', describe: 'Liquidity vault of Cork' },
    pair_id: { kind: 'word', describe: 'Identifier of the pair' },
    epoch: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'Epoch' },
  },
  signature: 'updatePositionConfig(address _vault, bytes32 _pairId, uint256 _epoch)',
  rules: [itbCork],
  target: 'position',
  arguments: ({ vault, pair_id, epoch }) => [vault, pair_id, epoch],
})

/** Positions in Cork. */
export const corkActions = [
  depositLv,
  startLvWithdrawal,
  claimLvWithdrawal,
  redeemExpiredCover,
  redeemExpiredCoverByConfig,
  swapCoverAndSwap,
  swapDepeg,
  swapPegged,
  updateOneInchRouter,
  updateCorkConfig,
] as const
