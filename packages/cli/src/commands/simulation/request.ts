import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { encodeCalldata, engineNames, type SimulationRun } from '@vaultwright/operations'
import type { AccountOverride, SimulationRequest, StateOverrides } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import { assertGiven, UsageError } from '../../command/usage.ts'
import { hexOf, parseCalls, readReads } from '../../input/call.ts'
import { readJson } from '../../input/input.ts'
import { blockTagOf } from '../../input/node-option.ts'
import { amountAt, assertKnown, fieldsOf, listOf, ShapeError, textAt } from '../../input/shape.ts'
import { managerInputOf, readSignedInput } from '../../input/signed.ts'
import { readSoundTree } from '../../input/tree.ts'
import { warnBeside } from '../../print/signed.ts'
import { isFilled } from '../../setting/filled.ts'
import type { Context } from '../../terminal/context.ts'
import { warnMatches } from '../../terminal/warning.ts'

export type TransactionOptions = {
  readonly calldata: string | undefined
  readonly calls: string | undefined
  readonly tree: string | undefined
  readonly 'manager-tree': string | undefined
  readonly reads: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly manager: string | undefined
  readonly value: string | undefined
  readonly block: string | undefined
  readonly inside: string | undefined
  readonly overrides: string | undefined
  readonly vault: string | undefined
  readonly watch: readonly string[]
  readonly quiet: boolean
}

/** Reads the transaction that shall be simulated: calldata as it is, or calls that are encoded first. */
export async function readRequest(
  options: TransactionOptions,
  context: Context,
): Promise<SimulationRequest> {
  const block = blockTagOf(options.block)
  const { data, manager, sender } = await readData(options, context)
  const isOwnSender = sender !== null && isFilled(options, 'from')
  const from = isOwnSender || options.from === undefined ? sender : parseAddress(options.from)
  if (from === null) throw assertGiven(options.from, 'from')
  const to = receiverOf(options, manager)
  const overrides = await readOverrides(options.overrides, context)
  return {
    from,
    to,
    data,
    block,
    ...(options.value === undefined ? {} : { value: amountAt(options.value, '--value') }),
    ...(overrides === undefined ? {} : { overrides }),
    ...(options.vault === undefined ? {} : { vault: parseAddress(options.vault) }),
    ...(options.watch.length === 0 ? {} : { watch: options.watch.map((one) => parseAddress(one)) }),
  }
}

async function readData(options: TransactionOptions, context: Context): Promise<CalldataToRun> {
  const { calldata, calls, tree, quiet } = options
  if ((calldata === undefined) === (calls === undefined)) {
    throw new UsageError(
      calldata === undefined
        ? 'There is nothing to simulate. Give calldata, or --calls and --tree.'
        : 'Calldata and --calls are given. Give one of them.',
    )
  }
  const file = tree === undefined ? null : await readSoundTree(tree, context)
  const manager = file?.metadata.manager ?? null
  if (calldata !== undefined) return readCalldata(calldata, { options, manager }, context)
  if (file === null) assertGiven(tree, 'tree')
  const parsedCalls = parseCalls(await readJson(calls!, context), 'calls')
  const managerTreePath = options['manager-tree']
  const managerFile =
    managerTreePath === undefined ? file! : await readSoundTree(managerTreePath, context)
  const reads = await readReads(options.reads, context)
  const encoded = encodeCalldata(parsedCalls, { file: file!, managerFile, rules: ruleBook, reads })
  warnMatches(encoded.calls, { context, quiet })
  return { data: encoded.calldata, manager, sender: null }
}

/** Calldata, and what it was taken out of says of who is called and who calls. */
type CalldataToRun = {
  readonly data: Hex
  readonly manager: Address | null
  readonly sender: Address | null
}

type CalldataPlace = {
  readonly options: Pick<TransactionOptions, 'to' | 'manager' | 'inside' | 'quiet'>
  /** As the tree states it. */
  readonly manager: Address | null
}

/**
 * Reads the calldata to simulate: of something around a batch of the Manager that batch, but with `--to`
 * the whole, for then it is calldata of that account.
 */
export async function readCalldata(
  word: string,
  { options, manager }: CalldataPlace,
  context: Context,
): Promise<CalldataToRun> {
  const input = await readSignedInput(word, context)
  const isWhole = options.to !== undefined && input.kind === 'signed' && input.call.to === null
  if (isWhole && input.call.data !== '0x') return { data: input.call.data, manager, sender: null }
  const named = options.manager ?? options.to
  const receiver = named === undefined ? manager : parseAddress(named)
  const { data, around } = managerInputOf(input, { manager: receiver, inside: options.inside })
  warnBeside(around, { context, quiet: options.quiet })
  return { data, manager: around?.manager ?? manager, sender: around?.sender ?? null }
}

function receiverOf(options: TransactionOptions, stated: Address | null): Address {
  const { to, manager } = options
  const receiver = to === undefined ? null : parseAddress(to)
  const named = manager === undefined ? null : parseAddress(manager)
  if (receiver !== null && named !== null && !isSameAddress(receiver, named)) {
    throw new UsageError('--to and --manager name different accounts. Give one of them.')
  }
  const account = receiver ?? named ?? stated
  if (account !== null) return account
  throw new UsageError(
    'The receiver of the calldata is not known. Give --to, or --tree with a tree that states its Manager.',
  )
}

/**
 * Reads what accounts shall look like before a simulation:
 * `{"0x…": {balance?, nonce?, code?, state?, stateDiff?}}`.
 */
async function readOverrides(
  path: string | undefined,
  context: Context,
): Promise<StateOverrides | undefined> {
  return path === undefined ? undefined : parseOverrides(await readJson(path, context), 'overrides')
}

function parseOverrides(value: unknown, place: string): StateOverrides {
  const entries = Object.entries(fieldsOf(value, place)).map(([name, field]) => {
    const address: Address = parseAddress(name)
    return [address, overrideAt(field, `${place}[${JSON.stringify(name)}]`)]
  })
  return Object.fromEntries(entries)
}

function overrideAt(value: unknown, place: string): AccountOverride {
  const fields = fieldsOf(value, place)
  assertKnown(fields, ['balance', 'nonce', 'code', 'state', 'stateDiff'], place)
  if (fields.state !== undefined && fields.stateDiff !== undefined) {
    throw new ShapeError(place, 'either state or stateDiff', 'both')
  }
  const amount = (name: 'balance' | 'nonce') =>
    fields[name] === undefined ? {} : { [name]: amountAt(fields[name], `${place}.${name}`) }
  const slots = (name: 'state' | 'stateDiff') =>
    fields[name] === undefined ? {} : { [name]: slotsAt(fields[name], `${place}.${name}`) }
  const code =
    fields.code === undefined ? {} : { code: hexOf(textAt(fields.code, `${place}.code`)) }
  return {
    ...amount('balance'),
    ...amount('nonce'),
    ...code,
    ...slots('state'),
    ...slots('stateDiff'),
  }
}

function slotsAt(value: unknown, place: string): Readonly<Record<Hex, Hex>> {
  const entries = Object.entries(fieldsOf(value, place)).map(([slot, word]) => {
    const here = `${place}[${JSON.stringify(slot)}]`
    return [wordAt(slot, here), wordAt(word, here)]
  })
  return Object.fromEntries(entries)
}

function wordAt(value: unknown, place: string): Hex {
  const text = textAt(value, place)
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase() as Hex
  throw new ShapeError(place, 'a word of 32 bytes in hex', value)
}

export function parseRun(value: unknown): SimulationRun {
  const fields = fieldsOf(value, 'recording')
  const requestFields = fieldsOf(fields.request, 'recording.request')
  const text = (name: string) => textAt(requestFields[name], `recording.request.${name}`)
  const engine = engineNames.find((one) => one === fields.engine) ?? 'both'
  const optional = <Name extends keyof SimulationRequest>(
    name: Name,
    read: (given: unknown, place: string) => SimulationRequest[Name],
  ) =>
    requestFields[name] === undefined
      ? {}
      : { [name]: read(requestFields[name], `recording.request.${name}`) }
  const watch = (given: unknown, place: string) =>
    listOf(given, place).map((one) => parseAddress(textAt(one, place)))
  const request: SimulationRequest = {
    from: parseAddress(text('from')),
    to: parseAddress(text('to')),
    data: hexOf(text('data')),
    block: blockTagOf(text('block')),
    ...optional('value', amountAt),
    ...optional('nowUnix', amountAt),
    ...optional('overrides', parseOverrides),
    ...optional('vault', (given, place) => parseAddress(textAt(given, place))),
    ...optional('watch', watch),
  }
  return { engine, request }
}

/** Names the first place where a person's words and a recording are about different transactions. */
export function differenceOf(
  given: Partial<Pick<SimulationRequest, 'from' | 'to' | 'data' | 'value'>>,
  recorded: Pick<SimulationRequest, 'from' | 'to' | 'data' | 'value'>,
): 'from' | 'to' | 'data' | 'value' | null {
  if (given.from !== undefined && !isSameAddress(given.from, recorded.from)) return 'from'
  if (given.to !== undefined && !isSameAddress(given.to, recorded.to)) return 'to'
  if (given.data !== undefined && given.data !== recorded.data) return 'data'
  const isOther = given.value !== undefined && given.value !== (recorded.value ?? 0n)
  return isOther ? 'value' : null
}
