import { groundOptions, readOptions } from '../../action-option.ts'
import { defineCommand } from '../../command.ts'

export const actionBuild = defineCommand({
  name: 'action build',
  describe:
    'Builds one action, or a batch of them, as calldata for the Manager: the calls, exact approvals in front, leaves and proofs. Works offline where the values are given; --rpc-url lets balances, allowances, quotes and facts be left out. Nothing is guessed: an action that is not permitted is refused (exit 1) with the missing leaf and the nearest one, and what is wrong with the parameters (exit 3) is named all at once.',
  positionals: {
    route: { optional: true, describe: 'The action, as in aave_v3/supply; --file in its place' },
  },
  options: {
    tree: {
      kind: 'text',
      value: 'file',
      describe: 'The tree whose root the strategist has; --definition builds it otherwise',
    },
    'manager-tree': {
      kind: 'text',
      value: 'file',
      describe:
        "The tree of the Manager's own root, for what runs inside flash loans; else the definition's of the strategist manager",
    },
    set: {
      kind: 'list',
      value: 'name=value',
      describe: 'A parameter; amounts in display units, as in amount=1000.5; may be repeated',
    },
    file: {
      kind: 'text',
      value: 'file',
      describe: 'JSON list of {route, params}, run in order in one batch; - reads standard input',
    },
    ...groundOptions,
    ...readOptions,
    from: {
      kind: 'text',
      value: 'address',
      describe: 'The strategist that sends it, for --simulate, --safe and --evidence',
    },
    now: {
      kind: 'text',
      value: 'seconds',
      describe: 'Unix time that deadlines count from; the clock when not given',
    },
    simulate: {
      kind: 'flag',
      describe: 'Run it on the node and on a fork of it, which must agree; wants --from and a node',
    },
    calldata: {
      kind: 'text',
      value: 'file',
      describe: 'Write the calldata alone, as hex: for simulate and calldata verify',
    },
    safe: {
      kind: 'text',
      value: 'file',
      describe: 'Write a batch file for the Safe web app; wants --chain-id, --definition or a node',
    },
    evidence: {
      kind: 'text',
      value: 'file',
      describe: 'Write leaf, proof and decoder of each call, for calldata verify --evidence',
    },
  },
  examples: [
    [
      'action build aave_v3/supply --tree tree.json --set asset=USDC --set amount=1000 --chain-id mainnet',
      'One action, offline',
    ],
    ['action build --file batch.json --tree tree.json --rpc-url https://… --json', 'A batch'],
    [
      'action build erc_20/transfer --tree tree.json --set to=0x… --rpc-url https://… --from 0x… --simulate',
      'All that there is, simulated',
    ],
    [
      'action build --file batch.json --tree tree.json --chain-id 1 --safe safe.json --evidence evidence.json',
      'With files for signers and reviewers',
    ],
  ],
  run: async (args, context) => {
    const { answerBuild } = await import('../../action-build.ts')
    return answerBuild(args, context)
  },
})
