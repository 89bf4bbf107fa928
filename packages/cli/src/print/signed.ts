import type { SignedAround } from '@vaultwright/operations'
import { layerFactsOf, layerTextOf, selectorTextOf } from '@vaultwright/packet'
import { type SignedCall, signedCallsOf } from '@vaultwright/safe'
import { errorJsonOf } from '../failure/print.ts'
import type { Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printSafely } from '../terminal/table.ts'
import { type WarningTarget, writeWarning } from '../terminal/warning.ts'

/** Options of printing the inside of layers. */
type SignedPrintOptions = {
  readonly style: TextStyle
  /** Prints what a batch of a Manager, or a call of unknown kind, does; each line begins with the margin. */
  readonly printInside: (call: SignedCall, place: SignedPlace) => Iterable<string>
}

/** The place of a printed call. */
type SignedPlace = { readonly path: string; readonly margin: string }

/** Prints something that people sign: a line a layer, the calls inside below it. */
export function* printSigned(
  call: SignedCall,
  options: SignedPrintOptions,
  place: SignedPlace = { path: '', margin: '' },
): Iterable<string> {
  const { path, margin } = place
  const below = `${margin}  `
  yield* printSignedLayer(call, options.style, place)
  if (call.kind === 'manager_batch' || call.kind === 'call') {
    yield* options.printInside(call, { path, margin: below })
  }
  for (const [index, child] of call.children.entries()) {
    const inner = path === '' ? `${index}` : `${path}.${index}`
    yield* printSigned(child, options, { path: inner, margin: below })
  }
}

/** Prints one layer of it, without what is inside. */
export function* printSignedLayer(
  call: SignedCall,
  style: TextStyle,
  { path, margin }: SignedPlace = { path: '', margin: '' },
): Iterable<string> {
  const below = `${margin}  `
  yield `${margin}${layerLineOf(call, path, style)}\n`
  for (const line of layerFactsOf(call)) yield `${below}${style.dim(printSafely(line))}\n`
  for (const { message } of call.notes) {
    yield style.yellow(`${below}Warning: ${printSafely(message)}\n`)
  }
  if (call.problem === null) return
  const { shortMessage, code } = call.problem
  yield style.red(`${below}cannot be read: ${printSafely(shortMessage)} [${code}]\n`)
}

/** One line of a layer: its place, what it is, and on which account. */
export function layerLineOf(call: SignedCall, path: string, style: TextStyle): string {
  const number = path === '' ? '' : `${style.bold(path)}  `
  return `${number}${delegateMark(call, style)}${titleOf(call, style)}${targetOf(call)}`
}

/** Prints what a batch was taken out of, and which other calls are in it; nothing where it was given itself. */
export function* printAround(around: SignedAround | null, style: TextStyle): Iterable<string> {
  if (around === null) return
  yield* printSigned(around.call, {
    style,
    *printInside({ kind, data }, { path, margin }) {
      if (path === around.path) yield `${margin}${style.bold('This batch is looked at below.')}\n`
      else if (kind === 'manager_batch') {
        yield style.yellow(
          `${margin}Warning: this batch is not looked at; --inside ${path} does.\n`,
        )
      } else {
        yield style.yellow(
          `${margin}Warning: no Manager checks this call: ${selectorTextOf(data)}\n`,
        )
      }
    },
  })
  yield '\n'
}

/** The calls that run beside the batch of an answer. */
type CallsBeside = {
  readonly count: number
  /** True if the Safe runs code of its own beside, before or around the batch, which may do anything. */
  readonly isForeignCode: boolean
}

/** Counts what runs beside a batch; nothing where it was given itself. */
export function callsBeside(around: SignedAround | null): CallsBeside {
  if (around === null) return { count: 0, isForeignCode: false }
  const calls = signedCallsOf(around.call)
  const otherCalls = calls.filter(
    ({ path, call }) => call.children.length === 0 && path.join('.') !== around.path,
  )
  const isForeignCode = calls.some(({ call }) =>
    call.notes.some(({ kind }) => kind === 'unknown_code'),
  )
  return { count: otherCalls.length, isForeignCode }
}

/** Says under an answer what runs beside the batch that it is about. */
export function* printBeside(around: SignedAround | null, style: TextStyle): Iterable<string> {
  const { count, isForeignCode } = callsBeside(around)
  if (isForeignCode) {
    yield style.red('But the Safe runs code that is not known as its own: it may do anything.\n')
  }
  if (count > 0) yield style.yellow(`${besideText(count)}\n`)
}

/** Says on standard error what runs beside the batch that an answer is about. */
export function warnBeside(around: SignedAround | null, log: WarningTarget): void {
  const { count } = callsBeside(around)
  if (count > 0) writeWarning(`${besideText(count)} "calldata decode" shows them.`, log)
}

function besideText(count: number): string {
  const calls = count === 1 ? '1 other call runs' : `${count} other calls run`
  return `Beside this batch, ${calls} that no Manager checks.`
}

/** Makes the JSON of what a batch was taken out of; no key where it was given itself. */
export function aroundJsonOf(around: SignedAround | null): { readonly [name: string]: Json } {
  return around === null ? {} : { inside: around.path, signed: signedJsonOf(around.call) }
}

/** Makes the JSON of something that people sign. */
export function signedJsonOf(
  { kind, to, value, operation, data, facts, notes, problem, children }: SignedCall,
  insideOf: (call: SignedCall) => Json = () => undefined,
  path: readonly number[] = [],
): Json {
  const call = { kind, to, value, operation, data, facts, notes, problem, children } as SignedCall
  return {
    path: path.join('.'),
    kind,
    to,
    value,
    operation,
    data,
    facts: facts as Json,
    notes,
    problem: problem === null ? null : errorJsonOf(problem),
    inside: insideOf(call),
    calls: children.map((child, index) => signedJsonOf(child, insideOf, [...path, index])),
  }
}

/** Borrowed code may do anything as the Safe: it is the first thing to see of a call. */
function delegateMark({ operation }: SignedCall, style: TextStyle): string {
  return operation === 'delegatecall' ? `${style.red('DELEGATE CALL')}  ` : ''
}

function titleOf(call: SignedCall, style: TextStyle): string {
  const { title, detail } = layerTextOf(call)
  return `${style.bold(title)}${printSafely(detail)}`
}

function targetOf({ kind, to, value, facts }: SignedCall): string {
  const account = to ?? (kind === 'safe_batch' ? facts.safe : null)
  const word = kind === 'safe_transaction' || kind === 'safe_batch' ? 'of' : 'on'
  const library = kind === 'multi_send' && facts.library !== null ? ` (${facts.library})` : ''
  const coin = value > 0n ? ` with ${value} wei` : ''
  return `${account === null ? '' : ` ${word} ${account}`}${library}${coin}`
}
