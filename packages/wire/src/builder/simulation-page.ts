import Type, { type Static } from 'typebox'
import { address, anything, bytes, time, word } from '../field/field.ts'
import { simulationProof } from './simulation-proof.ts'

const text = Type.String()
const maybeText = Type.Union([text, Type.Null()])
const facts = Type.Record(text, anything)
const closed = { additionalProperties: false } as const

const moved = {
  token: maybeText,
  token_address: address,
  raw_amount: maybeText,
  amount: maybeText,
}

const callArgument = Type.Object(
  {
    path: Type.String({ description: 'Where it stands: `params.tokenIn`, `orders[1].maker`' }),
    type: Type.String({ description: 'As the ABI has it' }),
    value: Type.String({ description: 'Base units, hex, `true` or `false`' }),
    text: Type.String({ description: 'In words: `1,000 USDC (1000000000)`' }),
    use: Type.String({ description: 'What it is for, as the action says: `amount`, `minimum`' }),
    is_guessed: Type.Boolean({ description: 'Whether only its name and type tell its use' }),
    mark: Type.Union([text, Type.Null()], {
      description: 'Why it deserves the first look: `unlimited`, `no_protection`, `other_account`',
    }),
    within: Type.Union([text, Type.Null()], {
      description: 'Path of the bytes that it was read out of',
    }),
  },
  closed,
)

const call = Type.Object(
  {
    path: Type.Array(Type.Integer(), { description: 'Its place, from 0; inside a loan behind it' }),
    description: maybeText,
    target: address,
    target_label: maybeText,
    function: maybeText,
    arguments: Type.Union([Type.Record(text, text), Type.Null()]),
    sentences: Type.Optional(
      Type.Array(text, {
        description: 'What the calldata itself says; several where several actions make the call',
      }),
    ),
    details: Type.Optional(
      Type.Array(callArgument, { description: 'Every argument, out of the calldata' }),
    ),
    unread: Type.Optional(
      Type.Union([text, Type.Null()], {
        description: 'Why the arguments do not show the whole calldata; null when they do',
      }),
    ),
    value: Type.String({ description: 'Wei' }),
    data: bytes,
  },
  closed,
)

const failing = Type.Object(
  {
    revert: text,
    call_path: Type.Union([Type.Array(Type.Integer()), Type.Null()]),
    function: maybeText,
    target: Type.Union([address, Type.Null()]),
    stage: Type.Union([Type.Enum(['verification', 'execution']), Type.Null()]),
    unknown: Type.Union([text, Type.Null()], { description: 'Why the call is not known' }),
  },
  closed,
)

const balance = Type.Object(
  {
    token: maybeText,
    token_address: address,
    holder: address,
    before: maybeText,
    after: maybeText,
    change: maybeText,
    raw_before: text,
    raw_after: text,
    raw_change: text,
    is_reconciled: Type.Boolean({ description: 'Whether the logs say the same' }),
  },
  closed,
)

const approval = Type.Object(
  {
    ...moved,
    standard: text,
    owner: address,
    spender: address,
    is_unlimited: Type.Boolean(),
  },
  closed,
)

const tracedCall = Type.Object(
  {
    depth: Type.Integer({ description: 'Calls that it is inside of; 0 for the transaction' }),
    type: Type.String({ description: '`CALL`, `STATICCALL`, `DELEGATECALL`, `CREATE` …' }),
    from: address,
    to: Type.Union([address, Type.Null()]),
    data: Type.String({ description: 'Its first bytes, at most 132, as hex' }),
    size: Type.Integer({ description: 'Bytes of its whole data' }),
    value: Type.String({ description: 'Wei; 0 for a delegate call' }),
    error: Type.Union([text, Type.Null()], { description: 'Why it failed; null when it did not' }),
  },
  closed,
)

const trace = Type.Object(
  {
    calls: Type.Array(tracedCall, { maxItems: 256, description: 'In the order they began in' }),
    left_out: Type.Integer({ description: 'Calls that are not kept' }),
  },
  closed,
)

/** The result of one engine. */
const engineRun = Type.Object(
  {
    engine: Type.Enum(['node', 'fork', 'proven']),
    engine_version: text,
    status: Type.Union([Type.Literal(true), text]),
    failing: Type.Union([failing, Type.Null()]),
    gas_used: text,
    gas_cost_eth: maybeText,
    transfers: Type.Array(
      Type.Object(
        {
          ...moved,
          standard: text,
          id: maybeText,
          from: address,
          to: address,
          direction: Type.Union([Type.Enum(['in', 'out']), Type.Null()]),
          dollar_value: maybeText,
        },
        closed,
      ),
    ),
    balances: Type.Array(balance),
    approvals: Type.Array(approval),
    warnings: Type.Array(Type.Object({ code: text, message: text, facts }, closed)),
    trace: Type.Optional(
      Type.Union([trace, Type.Null()], {
        description:
          'Every call, those of contracts too; null where the engine gives none, left out in records of earlier versions',
      }),
    ),
  },
  closed,
)

/** A simulation that is kept for its link. */
export const simulationPage = Type.Object(
  {
    id: text,
    created_at: time,
    expires_at: time,
    chain: text,
    chain_id: Type.Integer(),
    description: text,
    vault_address: address,
    vault_name: Type.Optional(
      Type.String({ description: 'As the tenant calls it; records of earlier versions have none' }),
    ),
    strategist_address: address,
    target: address,
    root: word,
    status: Type.Union([Type.Literal(true), text]),
    block: Type.Object({ number: text, hash: word, time }, closed),
    calls: Type.Array(call),
    seen: Type.Array(engineRun, { minItems: 1, description: 'By engine, the proven one first' }),
    engines_share_node: Type.Optional(
      Type.Boolean({ description: 'Whether both engines asked the same node' }),
    ),
    proof: Type.Optional(
      Type.Union([simulationProof, Type.Null()], {
        description: 'Null where nothing is proven; left out where no proof was asked for',
      }),
    ),
    unproven_because: Type.Optional(Type.String({ description: 'Why `proof` is null' })),
    differences: Type.Array(Type.Object({ field: text, message: text }, closed)),
    warnings: Type.Array(Type.Object({ code: text, message: text, facts }, closed), {
      description: 'Of the build',
    }),
    encoded_tx_data: bytes,
    value: Type.Optional(
      Type.String({ description: 'Wei that the strategist sends to the Manager; left out for 0' }),
    ),
    verify_command: Type.String({ description: 'Checks the calldata on your own machine' }),
  },
  { title: 'SimulationPage', additionalProperties: false },
)

/** A simulation that is kept for its link. */
export type SimulationPage = Static<typeof simulationPage>
/** One call of it. */
export type SimulationPageCall = Static<typeof call>
/** The result of one engine. */
export type SimulationPageRun = Static<typeof engineRun>
/** A call at any depth, as an engine traced it. */
export type SimulationPageFrame = Static<typeof tracedCall>
