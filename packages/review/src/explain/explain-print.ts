import type { Certainty } from '@vaultwright/manager'
import { functionText, listText, plainText, slotsText } from '../leaf/sentence.ts'
import type { CallProblem, Explanation, NearLeaf, WantedLeaf } from './explain.ts'
import { type Unmet, unmetText } from './explain-compare.ts'

const headTexts: { readonly [verdict in Certainty]: string } = {
  proven: 'permitted',
  conditional: 'permitted on a condition',
  unproven: 'open',
  refused: 'refused',
}

const howTexts: { readonly [match in Explanation['match']]: string } = {
  exact: 'by rule',
  conditional: 'by rule, if the chain agrees',
  structural: 'by its own arguments, no rule is known',
  none: 'by none',
}

/**
 * Prints an explanation for a terminal.
 *
 * @returns lines, each ended; no colours, and no control characters of the files.
 */
export function printExplanation(explanation: Explanation): string {
  const { call } = explanation
  const [signature] = call.signatures
  const lines = [
    `${headTexts[explanation.verdict]}: ${signature ?? call.selector} on ${call.target}, value ${call.value}`,
  ]
  if (call.droneTarget !== null) lines.push(`  forwarded by the drone to ${call.droneTarget}`)
  for (const problem of explanation.problems) lines.push(`  ${problemText(problem)}`)
  if (explanation.match !== 'none') {
    lines.push(`  ${slotsText(explanation.positions)} (${howTexts[explanation.match]})`)
    for (const { read: reading, value } of explanation.reads)
      lines.push(`  if ${reading.key} is ${value}`)
    for (const { message } of explanation.doubts) lines.push(`  ${message}`)
    return `${lines.join('\n')}\n`
  }
  if (explanation.refusal !== null && !explanation.nearest.some(({ unmet }) => unmet.length > 0)) {
    lines.push(`  ${explanation.refusal.message}`)
  }
  if (explanation.nearest.length > 0) lines.push('', 'nearest leaves:')
  for (const near of explanation.nearest) lines.push(`  ${nearText(near)}`)
  const [leaf] = explanation.wanted
  if (leaf !== undefined) lines.push('', 'the leaf that would permit it:', ...wantedLines(leaf))
  const furtherCount = explanation.wanted.length - 1
  if (furtherCount > 0)
    lines.push(`  (${furtherCount} more where decoders of other versions pack differently)`)
  return `${lines.join('\n')}\n`
}

/**
 * Says in one sentence why a near leaf does not permit the call.
 *
 * @returns its slots, what is the same, and the first unmet criterion.
 */
export function nearText(near: NearLeaf): string {
  const [first, ...further] = near.unmet
  const head = `${slotsText(near.positions)}, ${functionText(near.leaf.signature)}`
  const described = near.leaf.description === '' ? '' : ` "${plainText(near.leaf.description)}"`
  const remainder = further.length === 0 ? '' : ` (and ${further.length} more)`
  const reason = first === undefined ? 'nothing differs' : unmetText(first)
  const same = sameText(near)
  return `${head}${described}: ${same === '' ? '' : `${same}; `}${reason}${remainder}.`
}

/** Says in one sentence what is wrong with a call as a whole. */
export function problemText(problem: CallProblem): string {
  switch (problem.code) {
    case 'unknown_target':
      return 'No leaf calls this target.'
    case 'unknown_selector':
      return 'No leaf allows this function.'
    case 'unknown_function':
      return 'No rule says what decoders pack for this function.'
    case 'refused_by_decoder':
    case 'needs_reads':
      return `${capital(unmetText(problem.unmet))}.`
    case 'value_twin':
      return `${capital(slotsText(problem.positions))} would permit it with the other value flag.`
    case 'short_drone_suffix':
      return `The calldata ends in a drone's flag but has ${problem.length} bytes; a Manager ignores it below 68. Pad the drone's target to 32 bytes.`
  }
}

function sameText({ unmet }: NearLeaf): string {
  const codes = new Set<Unmet['code']>(unmet.map(({ code }) => code))
  const isRead = !codes.has('decoder_reverts') && !codes.has('needs_reads')
  const same: string[] = []
  if (!codes.has('target')) same.push('target')
  if (!codes.has('selector')) same.push('selector')
  const hasArguments = !codes.has('argument') && !codes.has('selector')
  if (hasArguments && isRead && !codes.has('malformed_calldata')) same.push('arguments')
  if (same.length === 0) return ''
  const last = same.pop()
  return `same ${same.length === 0 ? last : `${same.join(', ')} and ${last}`}`
}

function wantedLines({ leaf, digest, labels, decoders, decoderFrom }: WantedLeaf): string[] {
  const source = {
    call: 'asked for by the call',
    nearest_leaf: "the nearest leaf's; the call names none",
    only_decoder: "the tree's only one; the call names none",
  }[decoderFrom]
  return [
    `  decoder    ${leaf.decoder} (${source})`,
    `  target     ${leaf.target}`,
    `  value      ${leaf.canSendValue ? 'yes' : 'no'}`,
    `  function   ${leaf.signature} ${leaf.selector}`,
    ...leaf.arguments.map((argument, at) => `  argument ${at + 1} ${argument} ${labels[at]}`),
    `  digest     ${digest}`,
    `  packed as  ${listText(decoders)}`,
  ]
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
