import type { ActName, ControlChangeKind } from '@vaultwright/access-control'
import Type, { type Static } from 'typebox'
import { address, chain, time, word } from '../field/field.ts'
import { dataOf, pageOf } from '../field/page.ts'

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description })
const addresses = (description: string) => Type.Array(address, { description })
const count = Type.Integer({ minimum: 0 })
const seconds = Type.Integer({ minimum: 0, description: 'Seconds from the block' })
const selector = Type.String({ pattern: '^0x[0-9a-f]{8}$' })

const keySet = Type.Object(
  {
    keys: addresses('Keys that sign'),
    unknown: addresses('Accounts whose code is not known and has to obey; empty if proven'),
  },
  { title: 'ControlKeySet', additionalProperties: false },
)

const cut = Type.Object(
  {
    delay_seconds: seconds,
    least_keys: orNull(count, 'Of the smallest set that is proven; null if none is'),
    possible_keys: Type.Integer({ minimum: 0, description: 'Fewer cannot be excluded' }),
    set_count: Type.String({ pattern: '^[0-9]+$', description: 'Minimal sets in all' }),
    sets: Type.Array(keySet, { description: 'Minimal sets, fewest keys first, up to a limit' }),
  },
  { title: 'ControlCut', additionalProperties: false },
)

const step = Type.Object(
  {
    rule: Type.String({ examples: ['safe_owners'] }),
    subject: address,
    target: orNull(address, 'What is called; null where the step calls nothing'),
    selector: orNull(selector, 'Of the function; null where the step calls none'),
    delay_seconds: seconds,
    text: Type.String({ description: 'The step in words' }),
  },
  { title: 'ControlStep', additionalProperties: false },
)

const bounds = Type.Object(
  { at_least: count, at_most: count },
  { title: 'ControlBounds', additionalProperties: false },
)

const actName = Type.Unsafe<ActName>(
  Type.String({ pattern: '^[a-z_]{1,40}$', examples: ['set_root'] }),
)
const changeKind = Type.Unsafe<ControlChangeKind>(
  Type.String({ pattern: '^[a-z_]{1,40}$', examples: ['fewer_keys'] }),
)

/** The answer for one act on one contract. */
export const controlAct = Type.Object(
  {
    act: actName,
    target: address,
    strategist: orNull(address, 'Of `manage_by_root`; null for every other act'),
    severity: Type.String({ examples: ['critical'] }),
    nobody: Type.Boolean({ description: 'No set of keys can, unknown code included' }),
    anybody: Type.Boolean({ description: 'No key is needed, or none cannot be excluded' }),
    possible_keys: orNull(
      count,
      'Fewer cannot be excluded, at any delay; null if no set of keys can',
    ),
    cuts: orNull(
      Type.Array(cut, { description: 'By ascending delay' }),
      'Key sets by delay; null if they are too many to compute',
    ),
    bounds: orNull(bounds, 'Bounds of the keys; null where key sets are listed'),
    path: Type.Array(step, { description: 'From the keys of the first set to the call' }),
  },
  { title: 'ControlAct', additionalProperties: false },
)

const account = Type.Object(
  {
    address,
    kind: Type.String({ examples: ['safe'] }),
    code: orNull(Type.String(), 'Name of its code; null if it is not known, and for keys'),
    notes: Type.Array(Type.String()),
  },
  { title: 'ControlAccount', additionalProperties: false },
)

const readingFields = {
  block_number: Type.Integer(),
  block_hash: word,
  as_of: time,
  proven: Type.Boolean({ description: 'Every account, slot and code follows from `block_hash`' }),
  complete: Type.Boolean({ description: 'No holder can be hidden in a list that was read' }),
  headline: Type.String(),
  unexplained: Type.Array(
    Type.Object(
      { contract: address, slots: count },
      { title: 'ControlUnexplained', additionalProperties: false },
    ),
    { description: 'Contracts whose storage holds values that nothing explains' },
  ),
  under_way: Type.Array(
    Type.Object(
      { timelock: address, text: Type.String() },
      { title: 'ControlUnderWay', additionalProperties: false },
    ),
    { description: 'Operations that wait; they are not applied in the answer' },
  ),
  acts: Type.Array(controlAct, {
    description: 'Worst first; at most 20 key sets an act and delay',
  }),
  accounts: Type.Array(account),
}

/** The answer of a reading, without the vault that it is of: as the indexer keeps it. */
export const controlReading = Type.Object(readingFields, { additionalProperties: false })

const controlResource = Type.Object(
  { chain, vault_address: address, ...readingFields },
  { title: 'Control', additionalProperties: false },
)

const keys = Type.Object(
  {
    least_keys: orNull(count, 'Proven; null if no proven set can'),
    possible_keys: orNull(count, 'Fewer cannot be excluded; null if no set of keys can'),
    delay_seconds: orNull(seconds, 'The least delay; null if no set of keys can'),
  },
  { title: 'ControlKeys', additionalProperties: false },
)

/** A difference of a reading from the one before it. */
export const controlChange = Type.Object(
  {
    block_number: Type.Integer(),
    block_hash: word,
    at: time,
    from_block_number: Type.Integer(),
    from_block_hash: word,
    kinds: Type.Array(
      Type.Object(
        { kind: changeKind, text: Type.String() },
        { title: 'ControlChangeKind', additionalProperties: false },
      ),
    ),
    fact_count: count,
    facts: Type.Array(
      Type.Object(
        {
          address,
          fact: Type.String({ examples: ['threshold'] }),
          before: orNull(Type.String(), 'Null for what was not there'),
          after: orNull(Type.String(), 'Null for what is not there any more'),
        },
        { title: 'ControlFact', additionalProperties: false },
      ),
      { description: 'At most 500 of `fact_count`' },
    ),
    acts: Type.Array(
      Type.Object(
        {
          act: actName,
          target: address,
          strategist: orNull(address, 'Of `manage_by_root`; null for every other act'),
          weaker: Type.Boolean({ description: 'Fewer keys or less delay than before' }),
          before: orNull(keys, 'Null for an act that was none before'),
          after: orNull(keys, 'Null for an act that is none any more'),
        },
        { title: 'ControlActChange', additionalProperties: false },
      ),
    ),
    logs: orNull(
      Type.Array(
        Type.Object(
          {
            address,
            topic: word,
            block_number: Type.Integer(),
            log_index: Type.Integer(),
            transaction_hash: word,
          },
          { title: 'ControlLog', additionalProperties: false },
        ),
      ),
      'Events between the two blocks of accounts whose facts changed, at most 100, as the node tells; a change may have none. Null where the node refused',
    ),
  },
  { title: 'ControlChange', additionalProperties: false },
)

const finding = Type.Object(
  {
    code: Type.String(),
    severity: Type.String({ examples: ['error'] }),
    text: Type.String(),
  },
  { title: 'ControlFinding', additionalProperties: false },
)

/** The file that proves a reading: its format is that of `control replay`, which checks it. */
export const controlWitnessResponse = Type.Object(
  {
    format: Type.Enum(['vaultwright-control-witness']),
    version: Type.Integer(),
    chainId: Type.Integer(),
    blockHash: word,
  },
  { title: 'ControlWitness', description: 'As `vaultwright control --witness` writes it' },
)
export const controlResponse = dataOf(controlResource, 'ControlResponse')
export const controlChangesResponse = pageOf(controlChange, 'ControlChangePage')
export const controlActResponse = dataOf(
  Type.Object(
    {
      block_number: Type.Integer(),
      block_hash: word,
      acts: Type.Array(controlAct, {
        description: 'One a contract that has the act; at most 100 key sets a delay',
      }),
    },
    { title: 'ControlActAnswer', additionalProperties: false },
  ),
  'ControlActResponse',
)
export const controlCheckResponse = dataOf(
  Type.Object(
    {
      block_number: Type.Integer(),
      block_hash: word,
      kept: Type.Boolean({ description: 'No finding is an error' }),
      findings: Type.Array(finding),
    },
    { title: 'ControlCheck', additionalProperties: false },
  ),
  'ControlCheckResponse',
)

/** The control of a vault at a block. */
export type ControlData = Static<typeof controlResource>
/** The control of a vault at a block, as the indexer keeps it. */
export type ControlReadingData = Static<typeof controlReading>
/** The answer for one act. */
export type ControlActData = Static<typeof controlAct>
/** A difference of a reading from the one before it. */
export type ControlChangeData = Static<typeof controlChange>
