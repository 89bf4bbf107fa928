import { defineAction } from '../action/action.ts'
import { compoundV2 } from './function.ts'

const comptroller = { kind: 'account', describe: 'Comptroller' } as const

const enterMarkets = defineAction({
  route: 'compound_v2/enter_markets',
  name: 'Enter markets',
  description: 'Lets what is lent to markets secure debts.',
  sentence: 'Enter {markets}',
  parameters: { comptroller, markets: { kind: 'tokens', describe: 'Markets to enter' } },
  signature: 'enterMarkets(address[] cTokens)',
  rules: [compoundV2],
  target: 'comptroller',
  arguments: ({ markets }) => [markets],
  sizes: [1, 2, 3, 4],
})

const exitMarket = defineAction({
  route: 'compound_v2/exit_market',
  name: 'Exit a market',
  description: 'Ends that what is lent to a market secures debts.',
  sentence: 'Exit {market}',
  parameters: { comptroller, market: { kind: 'token', describe: 'Market to leave' } },
  signature: 'exitMarket(address cToken)',
  rules: [compoundV2],
  target: 'comptroller',
  arguments: ({ market }) => [market],
})

const claimComp = defineAction({
  route: 'compound_v2/claim_comp',
  name: 'Claim rewards',
  description: 'Claims the rewards of every market into the vault.',
  sentence: 'Claim rewards from {comptroller}',
  parameters: { comptroller },
  signature: 'claimComp(address holder)',
  rules: [compoundV2],
  target: 'comptroller',
  arguments: ({ self }) => [self],
})

const claimReward = defineAction({
  route: 'compound_v2/claim_reward',
  name: 'Claim rewards of a kind',
  description: 'Claims the rewards of one kind into the vault.',
  sentence: 'Claim rewards of kind {reward_type} from {comptroller}',
  parameters: {
    comptroller,
    reward_type: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 8n - 1n,
      describe:
        'Kind of the reward: on most forks 0 is the token of the protocol, 1 the native coin',
    },
  },
  signature: 'claimReward(uint8 rewardType, address holder)',
  rules: [compoundV2],
  target: 'comptroller',
  arguments: ({ reward_type, self }) => [reward_type, self],
})

/** Comptroller actions of Compound v2. */
export const comptrollerActions = [enterMarkets, exitMarket, claimComp, claimReward] as const
