// Writes the ABIs of packages/registry from the compiled contracts (`npm run contracts` compiles them).
// Run: node scripts/make-abi.mjs [--check] [--artifacts <folder>] [--into <folder>]
// With --check nothing is written: what would change is printed, and the exit code is 1 if anything would.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const openZeppelin = '@openzeppelin/contracts'
/**
 * Each ABI: the file, the exported name, the contract, and what it is.
 *
 * `parameters` are the field's names where the contract's own differ.
 */
const contracts = [
  [
    'manager',
    'managerContractAbi',
    'src/manager/Manager.sol',
    "The Manager's own declarations.",
    { parameters: { setManageRoot: ['strategist', 'manageRoot'] } },
  ],
  [
    'vault',
    'vaultAbi',
    'src/vault/Vault.sol',
    'The interface of the vault; `manage` has two overloads.',
  ],
  [
    'roles-authority',
    'rolesAuthorityAbi',
    'src/auth/RolesAuthority.sol',
    'The interface of the authority that hands out roles.',
  ],
  ['drone', 'droneAbi', 'src/drone/Drone.sol', 'The interface of a drone.'],
  [
    'accountant/rate-providers',
    'accountantRateProvidersAbi',
    'src/accountant/AccountantRateProviders.sol',
    'The interface of the accountant that prices by rate providers.',
  ],
  [
    'accountant/fixed-rate',
    'accountantFixedRateAbi',
    'src/accountant/AccountantFixedRate.sol',
    'The interface of the accountant with a fixed rate.',
  ],
  [
    'accountant/yield-streaming',
    'accountantYieldStreamingAbi',
    'src/accountant/AccountantYieldStreaming.sol',
    'The interface of the accountant whose yield vests over time.',
  ],
  [
    'accountant/yield-streaming-early',
    'accountantYieldStreamingEarlyAbi',
    'src/accountant/AccountantYieldStreamingEarly.sol',
    'The same with the yield event of before 2025-09-30.',
  ],
  [
    'accountant/legacy',
    'accountantLegacyAbi',
    'src/accountant/AccountantLegacy.sol',
    'The interface of the oldest accountant, with a state of ten words.',
  ],
  ['teller', 'tellerAbi', 'src/teller/Teller.sol', 'The interface of the teller.'],
  [
    'teller-yield-streaming',
    'tellerYieldStreamingAbi',
    'src/teller/TellerYieldStreaming.sol',
    'The interface of the teller of a yield-streaming vault.',
  ],
  [
    'teller-legacy',
    'tellerLegacyAbi',
    'src/teller/TellerLegacy.sol',
    'The interface of the older teller, with its `Deposit` event.',
  ],
  [
    'withdraw-queue',
    'withdrawQueueAbi',
    'src/queue/WithdrawQueue.sol',
    'The interface of the on-chain withdraw queue.',
  ],
  [
    'queue-solver-legacy',
    'queueSolverLegacyAbi',
    'src/queue/QueueSolver.sol',
    'The interface of the older solver, whose caller covers nothing.',
  ],
  [
    'queue-solver',
    'queueSolverAbi',
    'src/queue/CoveringSolver.sol',
    'The interface of the contract that solves requests by redeeming their shares.',
  ],
  [
    'multisig-wallet',
    'multisigWalletAbi',
    'src/safe/MultisigWallet.sol',
    'The interface of a Safe-like multisig.',
  ],
  [
    'multi-send',
    'multiSendAbi',
    'src/safe/MultiSend.sol',
    'The interface of the library that sends many transactions of a multisig as one.',
  ],
  [
    'cow/settlement',
    'cowSettlementAbi',
    'src/double/cow/Settlement.sol',
    'The interface of a CoW settlement: orders, pre-signatures, and what a solver calls.',
  ],
  ['multicall3', 'multicall3Abi', 'src/multicall/Multicall3.sol', 'The interface of Multicall3.'],
  [
    'erc20',
    'erc20Abi',
    `${openZeppelin}/token/ERC20/extensions/IERC20Metadata.sol`,
    'ERC-20 with name, symbol and decimals.',
  ],
  [
    'erc721',
    'erc721Abi',
    `${openZeppelin}/token/ERC721/extensions/IERC721Metadata.sol`,
    'ERC-721 with name, symbol and token URI.',
  ],
  ['erc1155', 'erc1155Abi', `${openZeppelin}/token/ERC1155/IERC1155.sol`, 'ERC-1155.'],
  ['erc4626', 'erc4626Abi', `${openZeppelin}/interfaces/IERC4626.sol`, 'ERC-4626 vault shares.'],
  [
    'wrapped-native',
    'wrappedNativeAbi',
    'src/double/token/WrappedNative.sol',
    "The chain's native coin as an ERC-20, such as WETH.",
  ],
]

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    artifacts: { type: 'string', default: here('../.cache/foundry/out') },
    into: { type: 'string', default: here('../packages/registry/src/abi') },
  },
})
const results = contracts.map(([stem, ...rest]) => resultOf(stem, rest))
for (const { lines } of results) if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
process.exitCode = results.some(({ isFailed }) => isFailed) ? 1 : 0

function resultOf(stem, [name, source, told, { parameters = {} } = {}]) {
  const artifact = artifactOf(source)
  if (artifact === null) {
    const line = `${source} is not compiled. Run "npm run contracts".`
    return { lines: [line], isFailed: true }
  }
  const path = join(options.into, `${stem}-abi.generated.ts`)
  const text = printAbi({ name, source, told, items: itemsOf(artifact.abi, parameters) })
  const current = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (current === text) return { lines: [], isFailed: false }
  if (options.check) {
    const head = `${stem}-abi.generated.ts is not what ${source} says:`
    const lines = [head, ...differenceOf(current, text), 'Run "node scripts/make-abi.mjs".']
    return { lines, isFailed: true }
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return { lines: [`wrote ${stem}-abi.generated.ts`], isFailed: false }
}

/** The artifact of a source; null when there is none, or when another contract of that name took its place. */
function artifactOf(source) {
  const file = source.split('/').at(-1)
  const path = join(options.artifacts, file, file.replace('.sol', '.json'))
  if (!existsSync(path)) return null
  const artifact = JSON.parse(readFileSync(path, 'utf8'))
  const [target] = Object.keys(artifact.metadata.settings.compilationTarget)
  return target === source || target.endsWith(`/${source}`) ? artifact : null
}

/** Functions, events, errors, each by name and then by signature. */
function itemsOf(abi, parameters) {
  return ['function', 'event', 'error'].flatMap((type) =>
    abi
      .filter((item) => item.type === type)
      .map((item) => ({ ...item, inputs: renamed(item.inputs, parameters[item.name]) }))
      .map((item) => [signatureOf(item), plainItem(item)])
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, item]) => item),
  )
}

function renamed(inputs, names) {
  return names === undefined ? inputs : inputs.map((one, index) => ({ ...one, name: names[index] }))
}

function signatureOf({ name, inputs }) {
  return `${name} (${inputs.map(({ type, components }) => typeOf(type, components)).join()})`
}

function typeOf(type, components) {
  if (components === undefined) return type
  const inner = components.map((one) => typeOf(one.type, one.components)).join()
  return type.replace('tuple', `(${inner})`)
}

function plainItem({ type, name, stateMutability, inputs, outputs, anonymous }) {
  const head = { name, type, ...(stateMutability === undefined ? {} : { stateMutability }) }
  const entry = { ...head, inputs: inputs.map(plainParameter) }
  if (anonymous) return { ...entry, anonymous }
  return outputs === undefined ? entry : { ...entry, outputs: outputs.map(plainOutput) }
}

/** An output without a name stays without one, so that a result of one value reads as the value. */
function plainOutput(output) {
  const { name, ...rest } = plainParameter(output)
  return name === '' ? rest : { ...rest, name }
}

function plainParameter({ type, name, indexed, components }) {
  return {
    type,
    name,
    ...(indexed ? { indexed } : {}),
    ...(components === undefined ? {} : { components: components.map(plainParameter) }),
  }
}

function printAbi({ name, source, told, items }) {
  const contract = source.split('/').at(-1).replace('.sol', '')
  const from = source.startsWith('src/') ? `foundry/${source}` : source
  return `// Generated by scripts/make-abi.mjs from ${from}. Do not edit.

/**
 * ${told}
 *
 * Source: ${contract}, functions, events and errors by name.
 */
export const ${name} = [
${items.map((item) => `  ${printValue(item)},\n`).join('')}] as const
`
}

function printValue(value) {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  if (typeof value !== 'object') return typeof value === 'string' ? `'${value}'` : String(value)
  const fields = Object.entries(value).map(([key, one]) => `${key}: ${printValue(one)}`)
  return `{ ${fields.join(', ')} }`
}

/** Lines that only one of two texts has. */
function differenceOf(found, wanted) {
  const [before, after] = [found, wanted].map((text) => text.split('\n'))
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`)
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
  return [...gone, ...come]
}
