import { markOwnName } from '@vaultwright/base'
import type { CheckedFunction } from '@vaultwright/chain'
import {
  type AbiType,
  type AbiValue,
  type Counterexample,
  type DecoderDifference,
  type DecoderReply,
  type DifferenceKind,
  printDamage,
  type RuleProposal,
} from '@vaultwright/manager'
import type { CheckedDecoder } from '@vaultwright/operations'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely, printTable } from '../../terminal/table.ts'

export function decoderCheckJsonOf(checked: CheckedDecoder): Json {
  const { ok, decoder, chainId, block, seed, runs, questions, functions, unknown } = checked
  const rank = rankOf(functions)
  return {
    ok,
    decoder,
    chainId,
    block: { number: block.number, hash: block.hash },
    seed,
    runs,
    questions,
    functions: functions.map((one) => functionJsonOf(one, rank)),
    unknown: unknown.map(({ selector, reply }) => ({ selector, reply: replyJsonOf(reply) })),
  }
}

/**
 * Prints the check of a decoder for a person: a table of its functions, then each difference with its
 * smallest example, then proposed rules.
 */
export function* printDecoderCheck(checked: CheckedDecoder, style: TextStyle): Iterable<string> {
  const { decoder, chainId, block, seed, runs, questions, functions, unknown } = checked
  const rank = rankOf(functions)
  yield `decoder ${decoder} on chain ${chainId} at block ${block.number}\n`
  yield style.dim(`seed ${seed}, ${runs} calldata for each function, ${questions} questions\n\n`)
  const columns = [
    { title: 'function' },
    { title: 'result' },
    { title: 'rule of' },
    { title: 'packed', align: 'right' as const },
    { title: 'refused', align: 'right' as const },
    { title: 'damaged', align: 'right' as const },
    { title: 'open', align: 'right' as const },
  ]
  const rows = functions.map((one) => [
    shortened(one.fn.canonical),
    resultOf(one),
    listOf(decodersOf(one, rank)),
    ...countsOf(one),
  ])
  const bare = unknown.map(({ selector }) => [selector, 'unknown to us', '', '', '', '', ''])
  yield* printTable(columns, [...rows, ...bare], style)
  for (const checkedFunction of functions) {
    if (checkedFunction.kind === 'checked') {
      for (const difference of checkedFunction.verdict.differences)
        yield* printDifference(checkedFunction, difference, style)
    }
    if (checkedFunction.kind === 'searched')
      yield* printProposal(checkedFunction, checkedFunction.proposal, style)
  }
  yield `\n${sentenceOf(checked, style)}\n`
}

const kindWords: { readonly [Kind in DifferenceKind]: string } = {
  packs_otherwise: 'packs otherwise',
  refuses_less: 'refuses less',
  refuses_more: 'refuses more',
  reverts_otherwise: 'reverts otherwise',
}

function resultOf(one: CheckedFunction): string {
  switch (one.kind) {
    case 'missing':
      return 'missing'
    case 'not_asked':
      return 'not asked'
    case 'searched':
      return one.proposal.rule === null ? 'unknown to us' : 'unknown to us, proposed'
    case 'checked': {
      const { differences } = one.verdict
      if (differences.length === 0) return 'agrees'
      return differences.map(({ kind }) => kindWords[kind]).join(', ')
    }
  }
}

function countsOf(one: CheckedFunction): readonly string[] {
  if (one.kind === 'checked') {
    const { packed, refused, damaged, open } = one.verdict.counts
    return [packed, refused, damaged, open].map(String)
  }
  if (one.kind !== 'searched') return ['', '', '', '']
  const { asked: askedCount, packed } = one.proposal
  return [String(packed), String(askedCount - packed), '0', '0']
}

function* printDifference(
  { fn }: CheckedFunction,
  { kind, count, example }: DecoderDifference,
  style: TextStyle,
): Iterable<string> {
  const { call, reply } = example
  const damage = printDamage(call.damage)
  yield `\n${style.red(kindWords[kind])}  ${style.bold(printSafely(fn.canonical))}  ${count} calldata; the smallest:\n`
  yield `  calldata   ${call.calldata}\n`
  for (const [index, { name, type }] of fn.inputs.fields.entries()) {
    yield `  ${style.dim('argument')}   ${name || index} = ${printSafely(printValue(type, call.values[index]!))}\n`
  }
  if (damage !== null) yield `  ${style.dim('damaged')}    ${damage}\n`
  yield `  decoder    ${replyTextOf(reply)}\n`
  yield `  rule       ${outcomeTextOf(example)}\n`
}

function* printProposal(
  { fn }: CheckedFunction,
  proposal: RuleProposal,
  style: TextStyle,
): Iterable<string> {
  yield `\n${style.yellow('unknown to us')}  ${style.bold(printSafely(fn.canonical))}\n`
  for (const { word, entries, isRefused } of proposal.effects) {
    const reached = entries.length > 0 ? `reaches entry ${entries.join(', ')}` : 'is not packed'
    yield `  ${printSafely(word)}  ${reached}${isRefused ? ', and another value is refused' : ''}\n`
  }
  if (proposal.rule === null) {
    yield `  no rule is proposed: ${printSafely(proposal.why)}\n`
    return
  }
  const { signature, packs, checks } = proposal.rule
  const { asked: askedCount, packed } = proposal.confirmed
  yield `  proposed, and confirmed by ${askedCount} fresh calldata, of which ${packed} were packed:\n`
  yield `    signature: ${printSafely(signature)}\n`
  yield `    packs: ${packs === '' ? "''" : printSafely(packs)}\n`
  for (const check of checks ?? []) yield `    check: ${printSafely(check)}\n`
}

function sentenceOf({ ok, functions }: CheckedDecoder, style: TextStyle): string {
  const of = (kind: CheckedFunction['kind']) => functions.filter((one) => one.kind === kind).length
  const checked = of('checked')
  const different = functions.filter(
    (one) => one.kind === 'checked' && one.verdict.differences.length > 0,
  ).length
  const open = functions.reduce(
    (sum, one) => sum + (one.kind === 'checked' ? one.verdict.counts.open : 0),
    0,
  )
  const remaining = [
    ...(of('missing') > 0 ? [`${of('missing')} are missing`] : []),
    ...(of('not_asked') > 0 ? [`the budget ended before ${of('not_asked')}`] : []),
    ...(of('searched') > 0 ? [`${of('searched')} are unknown to us`] : []),
    ...(open > 0 ? [`${open} answers hang on reads that could not be made`] : []),
  ]
  const tail = remaining.length === 0 ? '.' : `; ${remaining.join('; ')}.`
  if (ok)
    return `${style.green('Yes')}: ${checked} of ${checked} functions agree with a rule${tail}`
  if (different === 0) return `${style.red('No')}: ${remaining.join('; ')}.`
  return `${style.red('No')}: ${different} of ${checked} functions differ from the rules${tail}`
}

function functionJsonOf(one: CheckedFunction, rank: ReadonlyMap<string, number>): Json {
  const head = { signature: one.fn.canonical, selector: one.selector }
  if (one.kind === 'missing' || one.kind === 'not_asked') return { ...head, result: one.kind }
  if (one.kind === 'searched') {
    const { effects, asked: askedCount, packed, ...proposalFields } = one.proposal
    const rows = effects.map(({ word, entries, isRefused }) => ({
      word,
      entries,
      otherValueRefused: isRefused,
    }))
    const result = proposalFields.rule === null ? 'unknown' : 'proposed'
    const proposal =
      proposalFields.rule === null
        ? { rule: null, why: proposalFields.why }
        : { rule: { ...proposalFields.rule }, confirmed: proposalFields.confirmed }
    return { ...head, result, asked: askedCount, packed, words: rows, proposal }
  }
  const { counts, differences } = one.verdict
  return {
    ...head,
    result: differences[0]?.kind ?? 'agrees',
    decoders: decodersOf(one, rank),
    ...counts,
    differences: differences.map(({ kind, count, example }) => ({
      kind,
      count,
      calldata: example.call.calldata,
      damage: printDamage(example.call.damage),
      decoder: replyJsonOf(example.reply),
      rule: outcomeJsonOf(example),
    })),
  }
}

function replyJsonOf(reply: DecoderReply): Json {
  if (reply.kind === 'packed') return { packed: reply.packed }
  if (reply.isAnswer) return { returned: reply.data }
  return { reverts: reply.data, error: reply.error, isOwnName: reply.isOwnName }
}

function replyTextOf(reply: DecoderReply): string {
  if (reply.kind === 'packed') return `packs ${reply.packed}`
  if (reply.isAnswer) return `returns what is not a byte string: ${reply.data}`
  return `reverts with ${reply.error === null ? reply.data : markOwnName(reply.error, reply.isOwnName)}`
}

function outcomeJsonOf({ outcome }: Counterexample): Json {
  if (outcome.ok) return { packed: outcome.packed }
  if (outcome.reason === 'needs_reads') return { needs: outcome.reads.map(({ key }) => key) }
  return { refuses: outcome.reason, error: outcome.error, message: outcome.message }
}

function outcomeTextOf({ outcome }: Counterexample): string {
  if (outcome.ok) return `packs ${outcome.packed}`
  if (outcome.reason === 'needs_reads') return 'needs reads of the chain that revert'
  return `refuses: ${outcome.message}`
}

/** The number of functions each decoder's rules agree with: the one that agrees most names the rest. */
function rankOf(functions: readonly CheckedFunction[]): ReadonlyMap<string, number> {
  const rank = new Map<string, number>()
  for (const checkedFunction of functions) {
    if (checkedFunction.kind !== 'checked') continue
    for (const name of new Set(checkedFunction.verdict.rules.flatMap(({ decoders }) => decoders))) {
      rank.set(name, (rank.get(name) ?? 0) + 1)
    }
  }
  return rank
}

function decodersOf(one: CheckedFunction, rank: ReadonlyMap<string, number>): readonly string[] {
  if (one.kind !== 'checked') return []
  const names = [...new Set(one.verdict.rules.flatMap(({ decoders }) => decoders))]
  return names.sort((some, other) => (rank.get(other) ?? 0) - (rank.get(some) ?? 0))
}

function listOf([first = '', ...further]: readonly string[]): string {
  return further.length === 0 ? first : `${first} and ${further.length} more`
}

function shortened(signature: string): string {
  return signature.length <= 60 ? signature : `${signature.slice(0, 57)}...`
}

function printValue(type: AbiType, value: AbiValue): string {
  if (type.kind === 'array') {
    const items = (value as readonly AbiValue[]).map((item) => printValue(type.element, item))
    return `[${items.join(', ')}]`
  }
  if (type.kind === 'tuple') {
    const values = value as readonly AbiValue[]
    const fields = type.fields.map(
      (field, index) => `${field.name || index}: ${printValue(field.type, values[index]!)}`,
    )
    return `(${fields.join(', ')})`
  }
  if (type.kind === 'bytes' && type.name === 'string') return JSON.stringify(value)
  return String(value)
}
