import { markOwnName } from '@vaultwright/base'
import type { CalldataVerdict, PredictedRevert } from '@vaultwright/manager'
import type { Ink } from './ink.ts'
import { printSafely } from './table.ts'

/**
 * Prints by which error the chain refuses a batch, or may refuse it, for a person.
 *
 * @returns one line, or two where it is about the whole batch; none when every call is proven.
 */
export function* printPrediction(verdict: CalldataVerdict, ink: Ink): Iterable<string> {
  const { certain } = verdict.prediction
  if (certain === null) {
    const names = doubtsOf(verdict)
    if (names.length > 0) yield ink.yellow(`On chain, perhaps: ${printSafely(names.join(', '))}.\n`)
    return
  }
  const { callPath, callsRun } = certain
  const at = callPath === null ? '' : ` at call ${callPath.join('.')}`
  const after = callsRun === 0 ? '' : `, after ${callsRun} ${callsRun === 1 ? 'call' : 'calls'}`
  yield ink.red(`On chain: ${printSafely(nameOf(certain))}${at}${after}.\n`)
  // A call's own line says why already; what concerns the whole batch is said nowhere else.
  if (callPath === null) yield `${printSafely(certain.when)}\n`
}

/** How calls that are not proven may fail; what may happen to any call is left out. */
function doubtsOf({ calls, prediction }: CalldataVerdict): readonly string[] {
  const doubtful = calls.filter(({ verdict }) => verdict !== 'proven')
  const paths = new Set(doubtful.map(({ path }) => path.join('.')))
  const found = prediction.possible.filter(
    ({ error, callPath }) =>
      error !== null && !common.has(error) && callPath !== null && paths.has(callPath.join('.')),
  )
  const texts = found.map(({ error, isOwnName, callPath }) => {
    const name = markOwnName(String(error), isOwnName)
    return `${name} at call ${callPath!.join('.')}`
  })
  return [...new Set(texts)]
}

const common: ReadonlySet<string> = new Set([
  'AddressEmptyCode',
  'AddressInsufficientBalance',
  'Error',
  'BaseDecoderAndSanitizer__FunctionSelectorNotSupported',
  'ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringPlatform',
])

function nameOf({ error, isOwnName, arguments: given }: PredictedRevert): string {
  if (error === null) return "the called contract's own error"
  const values = Object.entries(given ?? {}).map(([name, value]) => `${name} ${shortOf(value)}`)
  return markOwnName(`${error}(${given === null ? '…' : values.join(', ')})`, isOwnName)
}

function shortOf(value: unknown): string {
  const text = String(value)
  return text.length > 42 ? `${text.slice(0, 10)}…` : text
}
