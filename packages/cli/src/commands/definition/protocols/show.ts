import { BaseError, nearestOf } from '@vaultwright/base'
import { defineCommand } from '../../../command/command.ts'
import { yes } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printPairs, printSafely, printTable } from '../../../terminal/table.ts'
import type { ActionView, DecoderView, ProtocolView } from './describe.ts'
import { evidenceName, evidenceText } from './evidence.ts'

export const command = defineCommand({
  name: 'protocols show',
  summary: 'Show the actions, parameters and decoders of a protocol',
  describe:
    'Shows one protocol: its actions with their parameters, and what its decoders pack of each function. A definition names the protocol and the actions; the parameters that leaves bind are keys of its entry.',
  positionals: { protocol: { describe: 'The protocol, as in aave_v3; protocols list has all' } },
  options: {},
  examples: [
    ['protocols show aave_v3', 'Actions, parameters, decoders'],
    ['protocols show aave_v3 --json', 'The same for a program'],
  ],
  run: async ({ protocol: name }) => {
    const [{ protocolOf, protocols }, { protocolViewOf }] = await Promise.all([
      import('@vaultwright/protocols'),
      import('./describe.ts'),
    ])
    const protocol = protocolOf(name)
    if (protocol === null) {
      throw new UnknownProtocolError(
        name,
        protocols.map((one) => one.name),
      )
    }
    const view = protocolViewOf(protocol)
    return { json: () => view, text: (style) => printProtocol(view, style), exit: yes }
  },
})

function* printProtocol(view: ProtocolView, style: TextStyle): Iterable<string> {
  yield* printPairs(
    [
      ['protocol', `${view.name} (${view.title})`],
      ['app', view.app_url ?? 'none'],
      ['holdings', view.has_reader ? 'read by the index' : 'not read by the index'],
      ['evidence', evidenceText(view.actions)],
    ],
    style,
  )
  for (const action of view.actions) yield* printAction(action, style)
  for (const decoder of view.decoders) yield* printDecoder(decoder, style)
}

function* printAction(action: ActionView, style: TextStyle): Iterable<string> {
  yield `\n${style.bold(printSafely(action.route))}  ${printSafely(action.description)}\n`
  const evidence = evidenceName(action.evidence)
  yield `  ${style.dim(`${printSafely(action.signature)} of ${action.target}; ${evidence}`)}\n`
  const rows = action.parameters.map(({ name, kind, left_out, description }) => [
    `  ${name}`,
    kind,
    left_out === null ? 'required' : `else ${left_out}`,
    description,
  ])
  const titles = ['  parameter', 'kind', 'given', 'what it is'].map((title) => ({ title }))
  if (rows.length > 0) yield* printTable(titles, rows, style)
}

function* printDecoder(decoder: DecoderView, style: TextStyle): Iterable<string> {
  const version = decoder.version === null ? '' : `, ${decoder.version}`
  const inherits =
    decoder.inherits.length === 0 ? '' : `, has all of ${decoder.inherits.join(', ')}`
  yield `\n${style.bold(`decoder ${printSafely(decoder.decoder)}`)}${version}${inherits}\n`
  const rows = decoder.functions.map(({ signature, packs }) => [
    `  ${signature}`,
    packs || 'nothing',
  ])
  if (rows.length > 0) yield* printTable([{ title: '  function' }, { title: 'packs' }], rows, style)
}

/** There is no protocol of a name. */
class UnknownProtocolError extends BaseError {
  override readonly code = 'unknown_protocol'
  override readonly kind = 'not_found'

  constructor(name: string, known: readonly string[]) {
    const near = nearestOf(name, known)
    const hint = near === null ? '' : ` Did you mean ${near}?`
    super({
      message: `${JSON.stringify(name)} is not a known protocol.${hint} protocols list has every name.`,
      facts: { name, nearest: near },
    })
  }
}
