import type { Address } from '@vaultwright/base'
import {
  type Call,
  type DecodedBatch,
  decodeBatch,
  type EncodingNote,
  worstOf,
} from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import {
  type CallExplanation,
  explainAll,
  type SignedAround,
  type Subject,
} from '@vaultwright/operations'
import type { BatchDescriptions } from '@vaultwright/packet'
import { describeCall, ruleBook } from '@vaultwright/protocols'
import { type NameLookup, nameAccounts, type PrintedAccount } from '@vaultwright/registry'
import { printExplanation } from '@vaultwright/review'
import { count, defineCommand, filledBy, flag, required, text } from '../../command/command.ts'
import { assertGiven, UsageError } from '../../command/usage.ts'
import { readHex, readReads } from '../../input/call.ts'
import { namingOptions, readNaming } from '../../input/naming.ts'
import { conditionalOption, isYes } from '../../input/permission.ts'
import { amountAt } from '../../input/shape.ts'
import { insideOption, readManagerInput } from '../../input/signed.ts'
import { readSoundTree } from '../../input/tree.ts'
import { addressesOption } from '../../input/tree-option.ts'
import { descriptionJsonOf, printDescription, printMarks, vaultJsonOf } from '../../print/call.ts'
import { aroundJsonOf, printAround, printBeside } from '../../print/signed.ts'
import { printEncodingNotes } from '../../print/verdict.ts'
import type { Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'

export const command = defineCommand({
  name: 'calldata explain',
  summary: 'Explain why a call is permitted or refused',
  describe:
    'Explains why a call is permitted or refused: the leaf that permits it, or the nearest leaves with the first condition that each fails, and the leaf that would permit it. The answer is no (exit 1) when a call is refused. A call is conditional if its decoder reads the chain, or if decoders of other versions pack it otherwise: --strict treats it as refused. Proofs are not looked at: that is for calldata verify.',
  positionals: {
    calldata: {
      optional: true,
      describe:
        'Calldata of the Manager whose calls are explained, or what people sign around it: hex or JSON, @file, or - for standard input',
    },
  },
  options: {
    tree: filledBy(required(text('The tree', 'file')), 'tree'),
    'manager-tree': text(
      "The tree of the Manager's own root, for calls inside flash loans; else the same tree",
      'file',
    ),
    target: text('One call instead: the account called', 'address'),
    data: text('Its calldata: hex, @file, or -', 'hex'),
    value: text('Its value; default: 0', 'wei'),
    decoder: text('Its decoder; default: any', 'address'),
    near: count('Nearest leaves to show; default: 5', 'leaves'),
    reads: text('JSON object of values read from the chain', 'file'),
    ...insideOption,
    ...namingOptions,
    addresses: addressesOption,
    ...conditionalOption,
    strict: flag(
      'Treats conditional calls as refused; bytes after the arguments are shown and change no answer',
    ),
  },
  examples: [
    [
      'calldata explain --tree tree.json --target 0x… --data 0x095ea7b3…',
      'Why is this call refused?',
    ],
    ['calldata explain @call.hex --tree tree.json', 'Every call of a Manager calldata'],
  ],
  run: async (args, context) => {
    const path = assertGiven(args.tree, 'tree')
    const file = await readSoundTree(path, context)
    const { tree, metadata } = file
    const managerTreePath = args['manager-tree']
    const managerTree =
      managerTreePath === undefined ? tree : (await readSoundTree(managerTreePath, context)).tree
    const { subjects, notes, around } = await readSubjects(args, metadata.manager, context)
    const reads = await readReads(args.reads, context)
    const explained = explainAll(subjects, {
      tree,
      managerTree,
      rules: ruleBook,
      reads,
      limit: args.near,
    })
    const named = { chainId: null, vault: metadata.vault, vaultFrom: 'tree', file }
    const naming = await readNaming(args, named, context)
    const printing = { names: naming.names, whole: args.addresses }
    const descriptions = new Map(
      subjects.map(({ place, call }, index) => {
        const { explanation } = explained[index]!
        const [signature = ''] = explanation.call.signatures
        const [nearest] = explanation.nearest
        const leaf = explanation.permitted ? nearest?.leaf : { signature, arguments: null }
        return [placeOf(place), describeCall(call, naming, leaf)]
      }),
    )
    const verdict = worstOf(explained.map(({ explanation }) => explanation.verdict))
    const ok = isYes(verdict, args)
    return {
      json: () => {
        const calls = explained.map((call) => ({
          ...call,
          description: descriptionJsonOf(descriptions.get(placeOf(call.place))!),
        }))
        return {
          ok,
          verdict,
          ...vaultJsonOf(naming),
          calls,
          notes,
          ...aroundJsonOf(around),
        } as Json
      },
      text: (style) => [
        ...printAround(around, style),
        ...printMarks(descriptions, { style, naming }),
        ...printExplanations(explained, descriptions, { naming: printing, style }),
        ...printEncodingNotes(notes, style, ''),
        ...printBeside(around, style),
      ],
      exit: () => (ok ? 0 : 1),
    }
  },
})

/** The calls, and what follows the arguments of the Manager's own calldata. */
type Subjects = {
  readonly subjects: readonly Subject[]
  readonly notes: readonly EncodingNote[]
  readonly around: SignedAround | null
}

type SubjectOptions = {
  readonly inside: string | undefined
  readonly calldata: string | undefined
  readonly target: string | undefined
  readonly data: string | undefined
  readonly value: string | undefined
  readonly decoder: string | undefined
}

/** Reads the calls that a person wants explained. */
async function readSubjects(
  options: SubjectOptions,
  manager: Address | null,
  context: Context,
): Promise<Subjects> {
  const fields = [options.target, options.data, options.value, options.decoder].filter(
    (field) => field !== undefined,
  )
  if (options.calldata !== undefined && fields.length > 0) {
    throw new UsageError(
      'Calldata of the Manager and the fields of one call are given. Give one of them.',
    )
  }
  if (options.calldata !== undefined) {
    const { inside } = options
    const { data, around } = await readManagerInput(options.calldata, { manager, inside }, context)
    const batch = decodeBatch(data, manager === null ? {} : { manager })
    return { subjects: subjectsOf(batch, 'call ', 'strategist'), notes: batch.notes, around }
  }
  const decoder = options.decoder === undefined ? {} : { decoder: parseAddress(options.decoder) }
  const call: Call = {
    target: parseAddress(assertGiven(options.target, 'target')),
    data: await readHex(assertGiven(options.data, 'data'), context),
    value: amountAt(options.value ?? '0', '--value'),
    ...decoder,
  }
  return {
    subjects: [{ place: 'the call', call, decidedBy: 'strategist' }],
    notes: [],
    around: null,
  }
}

function subjectsOf(
  batch: DecodedBatch,
  place: string,
  decidedBy: Subject['decidedBy'],
): readonly Subject[] {
  return batch.calls.flatMap(({ target, data, value, decoder, loan }, at) => {
    const here = `${place}${at}`
    const question = { place: here, call: { target, data, value, decoder }, decidedBy }
    return loan === null ? [question] : [question, ...subjectsOf(loan.batch, `${here}.`, 'manager')]
  })
}

/** The place of a call as its verdict names it: `2.0`; nothing for the only one. */
function placeOf(place: string): string {
  return place.startsWith('call ') ? place.slice(5) : ''
}

type ExplanationOptions = {
  readonly naming: PrintedAccount & { readonly names: NameLookup }
  readonly style: TextStyle
}

function printExplanations(
  explained: readonly CallExplanation[],
  descriptions: BatchDescriptions,
  { naming, style }: ExplanationOptions,
): readonly string[] {
  if (explained.length === 0) return ['The batch is empty: it makes no call.\n']
  return explained.map(({ place, explanation, notes }, at) => {
    const head = explained.length > 1 ? `${at > 0 ? '\n' : ''}${place}\n` : ''
    const description = descriptions.get(placeOf(place))
    const [verdict = '', ...furtherLines] = nameAccounts(
      printExplanation(explanation),
      naming.names,
      naming,
    ).split(/(?<=\n)/)
    const described = description === undefined ? [] : printDescription(description, style, '  ')
    return [
      head,
      verdict,
      ...described,
      ...furtherLines,
      ...printEncodingNotes(notes, style, '  '),
    ].join('')
  })
}
