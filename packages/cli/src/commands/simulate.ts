import { defineCommand } from '../command.ts'
import { nodeOptions } from '../node-option.ts'

export const simulateCommand = defineCommand({
  name: 'simulate',
  describe:
    'Tells what calldata would do on chain: whether it succeeds or which call reverts and why, what moves, what the vault has before and after, which approvals are left, and what deserves a look. The node and a fork of it both run the transaction; where they differ there is no yes. The answer is no (exit 1) when it would revert, or when the engines differ.',
  positionals: {
    calldata: {
      optional: true,
      describe: 'Calldata: hex, @file, or - for standard input; --calls and --tree in its place',
    },
  },
  options: {
    calls: {
      kind: 'text',
      value: 'file',
      describe: 'Calls to encode first, as for calldata encode; wants --tree',
    },
    tree: {
      kind: 'text',
      value: 'file',
      describe: 'The tree that proves the calls and states the Manager',
    },
    'manager-tree': {
      kind: 'text',
      value: 'file',
      describe: 'The tree of the own root of the Manager, for --calls with flash loans',
    },
    reads: { kind: 'text', value: 'file', describe: 'Values read from the chain, for --calls' },
    from: { kind: 'text', value: 'address', describe: 'Who sends it: the strategist' },
    to: { kind: 'text', value: 'address', describe: 'Who is called; the Manager of the tree' },
    manager: { kind: 'text', value: 'address', describe: 'The same as --to' },
    value: { kind: 'text', value: 'wei', describe: 'Its value; 0 when not given' },
    ...nodeOptions,
    'fork-rpc-url': {
      kind: 'list',
      value: 'url',
      describe:
        'A node that the fork is made from; else <CHAIN>_FORK_RPC_URL of the environment, else the node itself, which then can deceive both engines',
    },
    engine: {
      kind: 'text',
      choices: ['node', 'fork', 'both'],
      describe:
        'The node by eth_simulateV1, a fork of it by Anvil, or both, which must agree; both when not given',
    },
    overrides: {
      kind: 'text',
      value: 'file',
      describe:
        'JSON object: by account its balance, nonce, code, state or stateDiff before the transaction',
    },
    vault: {
      kind: 'text',
      value: 'address',
      describe: 'Whose balances are measured; the vault of the Manager when not given',
    },
    watch: {
      kind: 'list',
      value: 'token',
      describe: 'A token whose balance is shown even when it does not move; may be repeated',
    },
    record: {
      kind: 'text',
      value: 'file',
      describe: 'Write every answer of node and fork to a file',
    },
    replay: {
      kind: 'text',
      value: 'file',
      describe: 'Run a recording instead, without node or Anvil: the same answer, byte for byte',
    },
    strict: { kind: 'flag', describe: 'A warning makes the answer no, too' },
  },
  examples: [
    [
      'simulate @call.hex --tree tree.json --from 0x… --rpc-url http://127.0.0.1:8545',
      'What would it do?',
    ],
    [
      'simulate --calls calls.json --tree tree.json --from 0x… --chain mainnet',
      'Encode and simulate on MAINNET_RPC_URL',
    ],
    [
      'simulate @call.hex --tree tree.json --from 0x… --chain mainnet --fork-rpc-url https://…',
      'With a fork of another server, so that no single one is believed',
    ],
    [
      'simulate @call.hex --to 0x… --from 0x… --chain base --block 30000000 --engine node',
      'On an older block, by the node alone',
    ],
    [
      'simulate @call.hex --tree tree.json --from 0x… --chain mainnet --record run.json',
      'Keep every answer',
    ],
    ['simulate --replay run.json', 'The same again, offline'],
  ],
  run: async (args, context) => {
    const { answerSimulation } = await import('../simulate-answer.ts')
    return answerSimulation(args, context)
  },
})
