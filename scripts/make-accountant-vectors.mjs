// Makes fixtures/vectors/accountant.json: acts on the accountants of foundry/src/accountant and their state after each.
// Recorded from the compiled contracts on Anvil, with every block's time given, so that the bytes are the same each time.
// Run: node_modules/.bin/node --conditions=source scripts/make-accountant-vectors.mjs (writes) or with --check (compares).
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openAnvil } from '@vaultwright/chain'
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  numberToHex,
} from 'viem'
import { artifactOf } from '../foundry/script/artifact.ts'

const file = new URL('../fixtures/vectors/accountant.json', import.meta.url)
const contracts = {
  rate_providers: 'AccountantRateProviders',
  fixed_rate: 'AccountantFixedRate',
  legacy: 'AccountantLegacy',
}
const shapes = [
  { shareDecimals: 18, baseDecimals: 6 },
  { shareDecimals: 6, baseDecimals: 6 },
  { shareDecimals: 18, baseDecimals: 18 },
  { shareDecimals: 8, baseDecimals: 8 },
]
const stepCount = 36
const startUnix = 1_750_000_000n
const bounds = { upperBps: 10_050n, lowerBps: 9950n, minimumDelay: 3600n }
const payout = '0x00000000000000000000000000000000000000fe'
const gas = numberToHex(14_680_064)
const plenty = 1n << 255n

/** The text of the file. */
export async function makeAccountantVectors() {
  const anvil = await openAnvil({
    arguments: ['--no-mining', '--timestamp', String(startUnix - 1n)],
  })
  try {
    const node = await openNode(anvil.rpc)
    const sequences = []
    for (const kind of Object.keys(contracts)) {
      for (const shape of shapes) sequences.push(await sequenceOf(node, { kind, ...shape }))
    }
    return printed(sequences)
  } finally {
    await anvil.close()
  }
}

function printed(sequences) {
  const lines = sequences.map(({ steps, ...start }) => {
    const rows = steps.map((step) => JSON.stringify(step)).join(',\n')
    return `${JSON.stringify(start).slice(0, -1)},"steps":[\n${rows}\n]}`
  })
  return `{\n"source": "scripts/make-accountant-vectors.mjs",\n"sequences": [\n${lines.join(',\n')}\n]\n}\n`
}

/** One accountant's life: how it was opened, and every act with the state after it. */
async function sequenceOf(node, { kind, shareDecimals, baseDecimals }) {
  const world = await deploy(node, { kind, shareDecimals, baseDecimals })
  const opened = await stateOf(node, world)
  const steps = []
  for (let index = 0; index < stepCount; index++) steps.push(await stepOf(node, world, index))
  const { platformFeeBps, performanceFeeBps } = world
  const terms = texted({ platformFeeBps, performanceFeeBps, ...bounds })
  return { kind, shareDecimals, baseDecimals, ...terms, opened, steps }
}

async function deploy(node, { kind, shareDecimals, baseDecimals }) {
  const [share, unit] = [10n ** BigInt(shareDecimals), 10n ** BigInt(baseDecimals)]
  const vault = await node.deploy('MintableToken', [node.owner, 'Vault', 'V', shareDecimals])
  const base = await node.deploy('MintableToken', [node.owner, 'Base', 'B', baseDecimals])
  await node.act(vault, 'mint', [node.owner, 123_456n * share + 789n])
  await node.act(base, 'mint', [vault.address, 10n ** 9n * unit])
  const platformFeeBps = kind === 'fixed_rate' ? 400n : 137n
  const performanceFeeBps = kind === 'legacy' ? 0n : 1250n
  const start = kind === 'fixed_rate' ? unit : unit + unit / 77n
  const limits = Object.values(bounds).map(Number)
  const fees = kind === 'legacy' ? [platformFeeBps] : [platformFeeBps, performanceFeeBps]
  const accountant = await node.deploy(contracts[kind], [
    node.owner,
    vault.address,
    payout,
    start,
    base.address,
    ...limits,
    ...fees.map(Number),
  ])
  await node.ask('anvil_impersonateAccount', vault.address)
  await node.ask('anvil_setBalance', vault.address, numberToHex(100n * 10n ** 18n))
  await node.act(base, 'approve', [accountant.address, plenty], vault.address)
  return { kind, share, unit, vault, base, accountant, platformFeeBps, performanceFeeBps }
}

/** Shares come and go, some time passes, and an account acts; what the contract refuses is recorded too. */
async function stepOf(node, world, index) {
  const { kind, share, vault, base, accountant } = world
  const move = node.roll(3n)
  if (move === 0n) await node.act(vault, 'mint', [node.owner, amountOf(node, 5000n, share)])
  if (move === 1n) await node.act(vault, 'burn', [node.owner, amountOf(node, 4000n, share)])
  const state = await stateOf(node, world)
  const current = BigInt(state.exchangeRate)
  const planned = kind === 'legacy' ? undefined : openingOf(index, current)
  const op = planned?.op ?? actOf(node, { kind, isPaused: state.isPaused })
  const posted = () => planned?.rate ?? rateOf(node, world, current)
  const rate = op === 'updateExchangeRate' ? posted() : null
  const wait = node.roll(14n) === 0n ? 1n + node.roll(3598n) : 3600n + node.roll(345_600n)
  const args = rate === null ? [] : [rate]
  const given = op === 'claimFees' ? [base.address] : args
  const totalShares = await node.read(vault, 'totalSupply')
  const { at, reverts } = await node.attempt(
    { ...accountant, from: op === 'claimFees' ? vault.address : node.owner, name: op, args: given },
    wait,
  )
  const after = await stateOf(node, world)
  return {
    op,
    ...(rate === null ? {} : texted({ rate })),
    ...texted({ at, totalShares }),
    reverts,
    after,
  }
}

/**
 * The opening that chance would seldom bring: a paused mark with the rate above it, then with the
 * rate below it. a paused mark with the rate above it, then with the rate below it.
 */
function openingOf(index, rate) {
  return [
    { op: 'updateExchangeRate', rate: (rate * 10_060n) / 10_000n },
    { op: 'resetHighwaterMark' },
    { op: 'unpause' },
    { op: 'updateExchangeRate', rate: (rate * 9900n) / 10_000n },
    { op: 'resetHighwaterMark' },
  ][index]
}

function amountOf(node, bound, share) {
  return node.roll(bound) * share + node.roll(1000n)
}

function actOf(node, { kind, isPaused }) {
  const roll = node.roll(20n)
  if (isPaused) {
    if (roll < 8n) return 'updateExchangeRate'
    if (roll < 10n) return 'claimFees'
    return roll < 11n && kind !== 'legacy' ? 'resetHighwaterMark' : 'unpause'
  }
  if (roll < 2n) return 'claimFees'
  if (roll < 4n) return kind === 'legacy' ? 'claimFees' : 'resetHighwaterMark'
  return roll < 5n ? 'pause' : 'updateExchangeRate'
}

/** Mostly a small move; sometimes one that ends at a bound, or a unit beyond. */
function rateOf(node, { kind, unit }, rate) {
  const edge = { 0: 10_051n, 1: 9949n, 2: 10_050n, 3: 9950n }[node.roll(30n)]
  if (edge !== undefined) return (rate * edge) / 10_000n + (edge === 10_051n ? 1n : 0n)
  const moved = (rate * (995_200n + node.roll(9600n))) / 1_000_000n
  const isYield = kind === 'fixed_rate' && node.roll(3n) !== 0n
  return isYield ? unit + (unit * node.roll(4900n)) / 1_000_000n : moved
}

/** The words that count, in the order of each layout; only a fixed rate has a yield. */
async function stateOf(node, { kind, accountant }) {
  const state = await node.read(accountant, 'accountantState')
  const names = ['feesOwed', 'sharesAtLastUpdate', 'exchangeRate']
  const from = kind === 'legacy' ? 1 : 2
  const numbers = Object.fromEntries(names.map((name, at) => [name, state[from + at]]))
  const fixed =
    kind === 'fixed_rate' ? await node.read(accountant, 'fixedRateAccountantState') : null
  return texted({
    highwaterMark: kind === 'legacy' ? null : state[1],
    ...numbers,
    updatedAtUnix: state[from + 5],
    isPaused: state[from + 6],
    yieldEarned: fixed === null ? null : fixed[0],
  })
}

/** A node that mines each transaction in a block of its own, a second after the one before unless told otherwise. */
async function openNode(rpc) {
  const [owner] = await ask(rpc, 'eth_accounts')
  let now = startUnix - 1n
  const send = async (transaction, wait = 1n) => {
    now += wait
    await ask(rpc, 'evm_setNextBlockTimestamp', numberToHex(now))
    const hash = await ask(rpc, 'eth_sendTransaction', { gas, ...transaction })
    await ask(rpc, 'evm_mine')
    return ask(rpc, 'eth_getTransactionReceipt', hash)
  }
  const succeed = async (transaction) => {
    const receipt = await send(transaction)
    if (receipt.status !== '0x1') throw new Error('A transaction that must succeed reverted.')
    return receipt
  }
  return {
    owner,
    roll: dice(20_261_121n),
    ask: (method, ...params) => ask(rpc, method, ...params),
    async deploy(name, args) {
      const { abi, initCode } = artifactOf(name)
      const data = encodeDeployData({ abi, bytecode: initCode, args })
      const { contractAddress } = await succeed({ from: owner, data })
      return { abi, address: contractAddress }
    },
    act: ({ abi, address }, functionName, args, from = owner) =>
      succeed({ from, to: address, data: encodeFunctionData({ abi, functionName, args }) }),
    async read({ abi, address }, functionName) {
      const call = { to: address, data: encodeFunctionData({ abi, functionName }) }
      return decodeFunctionResult({
        abi,
        functionName,
        data: await ask(rpc, 'eth_call', call, 'latest'),
      })
    },
    async attempt({ abi, address, from, name, args }, wait) {
      const call = {
        from,
        to: address,
        data: encodeFunctionData({ abi, functionName: name, args }),
      }
      const { status } = await send(call, wait)
      if (status === '0x1') return { at: now, reverts: null }
      const [answer] = await rpc.ask([{ method: 'eth_call', params: [call, 'latest'] }])
      return { at: now, reverts: decodeErrorResult({ abi, data: answer.error.data }).errorName }
    },
  }
}

async function ask(rpc, method, ...params) {
  const [answer] = await rpc.ask([{ method, params }])
  if (!answer.ok) throw new Error(`${method}: ${answer.error.message}`)
  return answer.value
}

/** Every whole number as a decimal string. */
function texted(row) {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === 'bigint' || typeof value === 'number' ? String(value) : value,
    ]),
  )
}

/** Whole numbers below a bound, the same ones for the same seed. */
function dice(seed) {
  let state = seed
  return (bound) => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n)
    return (state >> 11n) % bound
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await makeAccountantVectors()
  if (process.argv.includes('--check')) {
    const isSame = readFileSync(file, 'utf8') === text
    process.stderr.write(`accountant.json ${isSame ? 'is what the script makes' : 'differs'}\n`)
    process.exit(isSame ? 0 : 1)
  }
  writeFileSync(file, text)
  process.stdout.write(`accountant.json ${text.length}\n`)
}
