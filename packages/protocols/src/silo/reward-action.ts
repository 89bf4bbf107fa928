import { defineAction } from '../action/action.ts'
import { siloRules, siloVault } from './function.ts'

const controller = { kind: 'account', describe: 'Incentives controller of a silo' } as const

const claimRewards = defineAction({
  route: 'silo/claim_rewards',
  name: 'Claim rewards',
  description: 'Claims every reward of an incentives controller into the vault.',
  sentence: 'Claim rewards from {controller}',
  parameters: { controller },
  signature: 'claimRewards(address _to)',
  rules: [siloRules],
  target: 'controller',
  arguments: ({ self }) => [self],
})

const claimProgramRewards = defineAction({
  route: 'silo/claim_program_rewards',
  name: 'Claim rewards of programs',
  description: 'Claims the rewards of named programs into the vault.',
  sentence: 'Claim rewards of {programs} from {controller}',
  parameters: {
    controller,
    programs: {
      kind: 'raw',
      type: 'string[]',
      sample: [],
      describe: 'Names of the programs, as a JSON list',
    },
  },
  signature: 'claimRewards(address _to, string[] _programNames)',
  rules: [siloRules],
  target: 'controller',
  arguments: ({ programs, self }) => [self, programs],
})

const claimVaultRewards = defineAction({
  route: 'silo/claim_vault_rewards',
  name: 'Claim rewards of a vault',
  description: 'Claims the rewards that a curated vault of Silo collected.',
  sentence: 'Claim rewards from {vault}',
  parameters: { vault: { kind: 'account', describe: 'Curated vault of Silo' } },
  signature: 'claimRewards()',
  rules: [siloRules, siloVault],
  target: 'vault',
  arguments: () => [],
})

/** Reward actions of Silo. */
export const rewardActions = [claimRewards, claimProgramRewards, claimVaultRewards] as const
