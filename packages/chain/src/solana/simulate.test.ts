import {
  encodeTransaction,
  type Message,
  svmAddressOf,
  systemProgram,
  systemTransferInstruction,
  tokenProgram,
} from '@vaultwright/svm'
import { expect, test } from 'vitest'
import {
  accountJsonOf,
  openScriptedNode,
  refusal,
  type ScriptedCall,
  scriptedBlockhash,
  soundReply,
} from '../../../../test/solana/support/scripted-node.ts'

const slot = 393_226_680n
const payer = svmAddressOf(new Uint8Array(32).fill(1))
const otherAddress = svmAddressOf(new Uint8Array(32).fill(2))
const absent = svmAddressOf(new Uint8Array(32).fill(3))
const account = { lamports: 5n, owner: systemProgram, executable: false, data: new Uint8Array() }
const message: Message = {
  version: 0,
  feePayer: payer,
  lifetime: scriptedBlockhash,
  instructions: [
    systemTransferInstruction({ source: payer, recipient: otherAddress, lamports: 1n }),
  ],
  config: null,
  lookupTables: [],
}
const { base64 } = encodeTransaction(message)
const replacementBlockhash = {
  blockhash: scriptedBlockhash,
  lastValidBlockHeight: Number(slot) + 150,
}
const whole = {
  err: null,
  logs: ['Program 11111111111111111111111111111111 invoke [1]'],
  unitsConsumed: 150,
  fee: 5_000,
  accounts: [accountJsonOf(account), null],
  preTokenBalances: [],
  postTokenBalances: [],
  innerInstructions: [
    { index: 0, instructions: [{ programIdIndex: 2 }, { programId: tokenProgram }] },
  ],
  replacementBlockhash,
}

/** Simulates with an answer; null leaves a key out. */
async function simulate(part: Record<string, unknown>, at = Number(slot)) {
  const value = Object.fromEntries(
    Object.entries({ ...whole, ...part }).filter(([, inner]) => inner !== undefined),
  )
  const calls: ScriptedCall[] = []
  const { node, requests } = openScriptedNode((call) => {
    calls.push(call)
    if (call.method !== 'simulateTransaction')
      return soundReply(slot, new Map([[payer, account]]))(call)
    return { context: { slot: at }, value }
  })
  const simulation = await node.simulate(base64, { watched: [payer, otherAddress, absent, payer] })
  return { simulation, requests, config: calls.at(-1)!.params[1] }
}

test('golden: one round trip asks for the watched accounts of the transaction and runs it', async () => {
  const { simulation, requests, config } = await simulate({})
  expect(requests.map(({ methods }) => methods)).toEqual([
    ['getGenesisHash', 'getMultipleAccounts', 'simulateTransaction'],
  ])
  expect(config).toEqual({
    commitment: 'confirmed',
    encoding: 'base64',
    minContextSlot: 0,
    sigVerify: false,
    replaceRecentBlockhash: true,
    innerInstructions: true,
    accounts: { encoding: 'base64', addresses: [payer, otherAddress] },
  })
  expect(simulation).toEqual({
    status: 'succeeded',
    error: null,
    logs: whole.logs,
    unitsConsumed: 150,
    feeLamports: 5_000n,
    slot,
    accountsBefore: {
      slot,
      atUnix: 1_700_000_000n + slot,
      accounts: new Map([
        [payer, account],
        [otherAddress, null],
      ]),
    },
    accountsAfter: new Map([
      [payer, account],
      [otherAddress, null],
    ]),
    tokenBalances: { before: [], after: [] },
    innerPrograms: [systemProgram, tokenProgram],
    replacement: { blockhash: scriptedBlockhash, lastValidBlockHeight: slot + 150n },
  })
})

test('golden: what a node does not say is not known, and what it says by halves is not used', async () => {
  const balance = {
    accountIndex: 1,
    mint: otherAddress,
    uiTokenAmount: { amount: '1', decimals: 0 },
  }
  const { simulation } = await simulate({
    fee: undefined,
    preTokenBalances: [balance],
    postTokenBalances: undefined,
    innerInstructions: null,
    unitsConsumed: undefined,
  })
  const unknown = {
    feeLamports: null,
    tokenBalances: null,
    innerPrograms: null,
    unitsConsumed: null,
  }
  expect(simulation).toMatchObject({ status: 'succeeded', ...unknown })
  const nameless = await simulate({ preTokenBalances: [balance], postTokenBalances: [balance] })
  expect(nameless.simulation.tokenBalances).toBeNull()
  const beyond = [{ index: 0, instructions: [{ programIdIndex: 9 }] }]
  const foreign = await simulate({ innerInstructions: beyond })
  expect(foreign.simulation.innerPrograms).toBeNull()
})

test('golden: programs of lookup tables are named by what the node loaded', async () => {
  const table = { address: absent, addresses: [tokenProgram, otherAddress] }
  const tabled = encodeTransaction({ ...message, lookupTables: [table] })
  const innerInstructions = [{ index: 0, instructions: [{ programIdIndex: 3 }] }]
  const loadedAddresses = { writable: [otherAddress], readonly: [tokenProgram] }
  const { node } = openScriptedNode((call) =>
    call.method === 'simulateTransaction'
      ? {
          context: { slot: Number(slot) },
          value: { ...whole, accounts: [], innerInstructions, loadedAddresses },
        }
      : soundReply(slot, new Map())(call),
  )
  const { innerPrograms } = await node.simulate(tabled.base64, { watched: [] })
  expect(innerPrograms).toEqual([tokenProgram])
})

test('golden: logs are bounded and cannot rewrite a terminal', async () => {
  const lines = Array.from({ length: 3_000 }, () => 'Program log: x')
  const { logs } = (await simulate({ logs: lines })).simulation
  expect(logs).toHaveLength(1_001)
  expect(logs.at(-1)).toBe('(2000 more lines)')
  const long = (await simulate({ logs: ['ok', 'x'.repeat(100_001)] })).simulation.logs
  expect(long).toEqual(['ok', '(1 more lines)'])
  expect((await simulate({ logs: ['a\u001b[2Kb'] })).simulation.logs).toEqual(['a\ufffd[2Kb'])
})

test.each([
  ['without its error', { err: undefined }],
  ['without logs', { logs: undefined }],
  ['with one account less', { accounts: [null] }],
  ['without accounts', { accounts: null }],
  ['with an account that is not one', { accounts: [{ lamports: 1 }, null] }],
  ['with units below 0', { unitsConsumed: -1 }],
  [
    'with an amount that is not a number',
    {
      preTokenBalances: [
        { accountIndex: 0, mint: otherAddress, uiTokenAmount: { amount: '1.5', decimals: 6 } },
      ],
    },
  ],
  ['without the blockhash that it put in', { replacementBlockhash: undefined }],
  [
    'with a blockhash of too long a life',
    { replacementBlockhash: { ...replacementBlockhash, lastValidBlockHeight: Number(slot) + 151 } },
  ],
])('refuses: an answer %s', async (_, part) => {
  const { simulation } = await simulate(part)
  expect(simulation).toMatchObject({
    status: 'unavailable',
    accountsAfter: null,
    tokenBalances: null,
  })
  expect(simulation.error?.name).toBe('rpc_answer_malformed')
})

test('refuses: a simulation of another time than the accounts', async () => {
  const near = await simulate({}, Number(slot) + 32)
  expect(near.simulation).toMatchObject({ status: 'succeeded', slot: slot + 32n })
  const far = await simulate({}, Number(slot) + 33)
  expect(far.simulation).toMatchObject({ status: 'unavailable', error: { name: 'slots_differ' } })
})

test.each([-32602, -32005, -32016, 429, -32603])(
  'refuses: code %d, which is no result',
  async (code) => {
    const { node } = openScriptedNode((call) =>
      call.method === 'simulateTransaction' ? refusal(code) : soundReply(slot, new Map())(call),
    )
    const simulation = await node.simulate(base64, { watched: [] })
    expect(simulation).toMatchObject({ status: 'unavailable', error: { name: 'solana_refused' } })
    expect(simulation.error?.text).toContain(`(${code})`)
  },
)
