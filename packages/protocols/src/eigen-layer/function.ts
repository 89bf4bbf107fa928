import type { DecoderRules } from '@vaultwright/manager'

const completed =
  'withdrawals[*i].(staker, delegatedTo, withdrawer, strategies[], length(tokens) == 0 ? () : tokens[i][..length(tokens)])'
const completedChecks = [
  'receiveAsTokens[..length(withdrawals)] == true else EigenLayerLSTStakingDecoderAndSanitizer__CanOnlyReceiveAsTokens',
] as const

/**
 * EigenLayer: liquid staking tokens restaked and delegated; withdrawals are received as tokens only.
 *
 * Of each withdrawal's tokens as many are packed as there are lists of tokens, not as the list has: none where there is no list.
 * What \`receiveAsTokens\` says beyond the withdrawals is not looked at.
 * Source: EigenLayer StrategyManager, DelegationManager and RewardsCoordinator; the packing was observed.
 */
export const eigenLayer = {
  decoder: 'EigenLayerLSTStaking',
  inherits: [],
  functions: [
    {
      signature:
        'completeQueuedWithdrawals((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] shares)[] withdrawals, address[][] tokens, uint256[] middlewareTimesIndexes, bool[] receiveAsTokens)',
      packs: completed,
      checks: completedChecks,
    },
    {
      signature:
        'completeQueuedWithdrawals((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] shares)[] withdrawals, address[][] tokens, bool[] receiveAsTokens)',
      packs: completed,
      checks: completedChecks,
    },
    {
      signature:
        'delegateTo(address operator, (bytes signature, uint256 expiry) approverSignatureAndExpiry, bytes32 approverSalt)',
      packs: 'operator',
    },
    {
      signature: 'depositIntoStrategy(address strategy, address token, uint256 amount)',
      packs: 'strategy, token',
    },
    {
      signature:
        'processClaim((uint32 rootIndex, uint32 earnerIndex, bytes earnerTreeProof, (address earner, bytes32 earnerTokenRoot) earnerLeaf, uint32[] tokenIndices, bytes[] tokenTreeProofs, (address token, uint256 cumulativeEarnings)[] tokenLeaves) claim, address recipient)',
      packs: 'recipient',
    },
    {
      signature:
        'queueWithdrawals((address[] strategies, uint256[] shares, address withdrawer)[] queuedWithdrawalParams)',
      packs: 'queuedWithdrawalParams[].(strategies[], withdrawer)',
    },
    { signature: 'setClaimerFor(address claimer)', packs: 'claimer' },
    { signature: 'undelegate(address staker)', packs: 'staker' },
  ],
} as const satisfies DecoderRules
