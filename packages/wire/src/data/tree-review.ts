import Type, { type Static } from 'typebox'
import { address, anything, bytes, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'

const maybeAddress = Type.Union([address, Type.Null()], {
  description: 'Null where the tree file names none',
})
const accounts = Type.Array(address)
const rows = Type.Array(Type.Record(Type.String(), anything))
const places = Type.Array(Type.Integer({ minimum: 0 }), { description: 'Slots, ascending' })

const severities = ['unknown', 'critical', 'high', 'medium', 'low', 'info'] as const

const worstCall = Type.Object(
  {
    slot: Type.Integer({ minimum: 0 }),
    decoder: address,
    target: address,
    data: bytes,
    value: Type.String({ description: 'Wei' }),
    proof: Type.Array(word),
    reads: Type.Array(Type.Object({ read: Type.String(), value: anything }), {
      description: 'What the chain must answer the decoder',
    }),
    checks: Type.Array(Type.Object({ check: Type.String(), reads: Type.Array(Type.String()) }), {
      description: "Checks of the decoder that the chain's answers decide, and which answers",
    }),
    refusedBy: Type.Array(Type.String(), {
      description: 'Versions of the decoder that do not let the call through by this leaf',
    }),
  },
  { title: 'WorstCall', description: 'A call that takes the way out, with its proof' },
)

const wayOut = Type.Object(
  {
    code: Type.String({ examples: ['free_recipient'] }),
    severity: Type.Enum(severities),
    key: Type.String({ description: 'The same in two trees that share the way out' }),
    sentence: Type.String({ description: 'What the strategist could do' }),
    positions: places,
    accounts: Type.Array(address, { description: 'Who gets it; empty where the caller chooses' }),
    targets: accounts,
    tokens: accounts,
    signatures: Type.Array(Type.String()),
    arguments: Type.Array(Type.String(), { description: 'The arguments that decide, by path' }),
    isGuessed: Type.Boolean({
      description: 'Whether a meaning was guessed from the name and type of an argument',
    }),
    worst: Type.Union([worstCall, Type.Null()], {
      description: 'Null where no call takes the way out without more than the tree tells',
    }),
  },
  { title: 'WayOut' },
)

/** The ways out of a tree, as `tree risk --json` prints them. */
export const treeRisk = Type.Object(
  {
    root: word,
    vault: maybeAddress,
    counts: Type.Object(
      Object.fromEntries(severities.map((severity) => [severity, Type.Integer()])) as Record<
        (typeof severities)[number],
        ReturnType<typeof Type.Integer>
      >,
    ),
    risks: Type.Array(wayOut, { description: 'Unknown ones first, then the most dangerous' }),
  },
  { title: 'TreeRisk' },
)

/** The answer to a tree's ways out. */
export const treeRiskResponse = dataOf(treeRisk, 'TreeRiskResponse')

const change = (schema: typeof word | typeof maybeAddress | ReturnType<typeof Type.Integer>) =>
  Type.Object({ before: schema, after: schema })

const count = Type.Integer({ minimum: 0 })

/** Two trees compared by meaning, as `tree diff --json` prints it. */
export const treeComparison = Type.Object(
  {
    root: change(word),
    leafCount: change(count),
    capacity: change(count),
    padding: change(word),
    vault: change(maybeAddress),
    manager: change(maybeAddress),
    accountant: change(maybeAddress),
    decoder: change(maybeAddress),
    callouts: Type.Record(Type.String(), anything),
    added: rows,
    removed: rows,
    changed: rows,
    described: rows,
    summary: Type.Object(
      {
        text: Type.Array(Type.String(), {
          description: 'For people: what is dangerous first, then permissions as sets of values',
        }),
        cautions: Type.Array(Type.String()),
        chain: Type.Union(
          [
            Type.Object({
              id: Type.Integer(),
              slug: Type.Union([Type.String(), Type.Null()], {
                description: 'Null for a chain that is not on record',
              }),
              because: Type.Union([Type.String(), Type.Null()], {
                description: 'Why it is guessed to be that chain; null where it was given',
              }),
            }),
            Type.Null(),
          ],
          { description: 'The chain whose names are shown; null where none is known' },
        ),
        counts: Type.Record(Type.String(), anything),
        losses: Type.Array(Type.Record(Type.String(), anything), {
          description: 'Arguments that were bound and are bound no longer',
        }),
        bridges: rows,
        senders: rows,
        sets: Type.Array(Type.Record(Type.String(), anything), {
          description: 'Together exactly the leaves of the lists',
        }),
        lines: rows,
      },
      { title: 'TreeDiffSummary' },
    ),
  },
  { title: 'TreeDiff' },
)

/** The answer to a comparison of two trees. */
export const treeDiffResponse = dataOf(treeComparison, 'TreeDiffResponse')

/** The ways out of a tree. */
export type TreeRiskData = Static<typeof treeRisk>
/** Two trees compared. */
export type TreeDiffData = Static<typeof treeComparison>
