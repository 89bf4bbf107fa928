import { defineAction } from '../action/action.ts'
import { eigenLayer } from './function.ts'

const completeLegacyWithdrawal = defineAction({
  route: 'eigen_layer/complete_legacy_withdrawal',
  name: 'Complete a withdrawal by an old interface',
  description: 'Collects the token of a queued withdrawal as older delegation managers take it.',
  sentence: 'Complete withdrawal of {shares} base units of {strategy}',
  parameters: {
    delegation_manager: { kind: 'account', describe: 'Delegation manager of EigenLayer' },
    strategy: { kind: 'account', describe: 'Strategy that holds the token' },
    token: { kind: 'token', describe: 'Token that the strategy holds' },
    operator: {
      kind: 'account',
      describe: 'Operator at the time of the request, as its event tells; the zero address if none',
    },
    shares: {
      kind: 'amount',
      unit: { decimals: 0 },
      describe: 'Shares of the request, as its event tells, in base units',
    },
    nonce: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Number of the request, as its event tells',
    },
    start_block: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 32n - 1n,
      describe: 'Block of the request, as its event tells',
    },
    times_index: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      fallback: 0n,
      describe: 'Index of middleware times; older contracts ignore it',
    },
  },
  signature:
    'completeQueuedWithdrawals((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] shares)[] withdrawals, address[][] tokens, uint256[] middlewareTimesIndexes, bool[] receiveAsTokens)',
  rules: [eigenLayer],
  target: 'delegation_manager',
  arguments: ({ strategy, token, operator, shares, nonce, start_block, times_index, self }) => [
    [[self, operator, self, nonce, start_block, [strategy], [shares]]],
    [[token]],
    [times_index],
    [true],
  ],
})

/** Withdrawals by the older interface. */
export const legacyActions = [completeLegacyWithdrawal] as const
