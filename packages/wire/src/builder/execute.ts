import Type, { type Static } from 'typebox'
import { address, anything, bytes, word } from '../field/field.ts'
import { buildWarning } from '../field/warning.ts'
import { svmBuildOptions } from '../solana/option.ts'
import { simulationProof } from './simulation-proof.ts'
import { transactionTotals } from './total.ts'

/** The maximum number of actions in one batch. Our choice: the interface names no limit. */
export const maxBatchActions = 50

const params = Type.Record(Type.String(), anything, {
  description: 'Values by parameter, as the manifest names them; amounts in display units',
})

const switches = {
  verbose: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Adds token transfers, the cost of gas, and warnings',
    }),
  ),
  skip_sim: Type.Optional(
    Type.Boolean({ default: false, description: 'Leaves out the simulation' }),
  ),
  simulate_transaction: Type.Optional(
    Type.Boolean({
      description: 'Accepted for older callers and without effect: `skip_sim` is the switch',
    }),
  ),
  options: Type.Optional(svmBuildOptions),
}

/** 2.4: what is to be built. */
export const executeRequest = Type.Object(
  { params: Type.Optional(params), ...switches },
  { title: 'ExecuteRequest', additionalProperties: false },
)

/** 2.7: a batch that is to be built. */
export const executeMultipleRequest = Type.Object(
  {
    actions: Type.Array(
      Type.Object(
        {
          route: Type.String({ description: '`<protocol_group>/<action>`' }),
          params: Type.Optional(params),
        },
        { title: 'BatchAction', additionalProperties: false },
      ),
      {
        description: `Run in order; at most ${maxBatchActions}. None is a 400`,
      },
    ),
    ...switches,
  },
  { title: 'ExecuteMultipleRequest', additionalProperties: false },
)

/** 2.6: one movement of a token. */
export const tokenTransfer = Type.Object(
  {
    token: Type.String({ description: 'Symbol; the address when the token tells none' }),
    token_address: address,
    amount: Type.Union([Type.String(), Type.Null()], {
      description: 'Display units; null when the decimals are not known',
    }),
    raw_amount: Type.String({ description: "The token's smallest unit" }),
    direction: Type.Enum(['in', 'out'], {
      description: '`in`: the vault receives, `out`: the vault sends',
    }),
    dollar_value: Type.Union([Type.String(), Type.Null()], {
      description: 'Estimated USD value; null when no price is stored',
    }),
  },
  { title: 'TokenTransfer', additionalProperties: false },
)

const log = Type.Object(
  { address, topics: Type.Array(word), data: bytes },
  { title: 'SimulationLog', additionalProperties: false },
)

const provenCall = Type.Object(
  {
    description: Type.String(),
    target: address,
    data: bytes,
    value: Type.String({ description: 'Wei' }),
    decoder: address,
    leaf_index: Type.Integer({ description: 'Slot of the leaf in the tree' }),
    signature: Type.String(),
    proof: Type.Array(word),
  },
  {
    title: 'ProvenCall',
    additionalProperties: false,
    description: 'One call, the leaf that permits it, and its proof: check it without us',
  },
)

/** 2.5: what the builder says of one action. */
export const actionReport = Type.Object(
  {
    route: Type.String(),
    name: Type.String(),
    protocol: Type.String(),
    protocol_name: Type.String(),
    protocol_app_url: Type.String(),
    description: Type.String(),
    calls: Type.Array(provenCall),
    warnings: Type.Optional(Type.Array(buildWarning, { description: 'With `verbose`' })),
    inside: Type.Optional(
      Type.Array(Type.Unknown(), {
        description: 'What runs inside a flash loan, in the shape of this entry',
      }),
    ),
  },
  { title: 'ActionReport', additionalProperties: false },
)

/** The fields that a simulation adds to an answer. */
export const simulatedFields = {
  simulation_status: Type.Optional(
    Type.Union([Type.Literal(true), Type.String()], {
      description: 'true on success, else why the simulation failed',
    }),
  ),
  simulator_simulation_url: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'Our page of this simulation; null when none ran, or its page could not be kept',
    }),
  ),
  simulation_page_missing_because: Type.Optional(
    Type.String({
      description:
        'Why the simulation has no page although it ran: the database takes no writes. What is answered is not affected',
    }),
  ),
  simulation_logs: Type.Optional(Type.Array(log)),
  simulation_gas_used: Type.Optional(
    Type.Union([Type.Number(), Type.Null()], {
      description: 'Null when no simulation ran to its end',
    }),
  ),
  simulation_gas_cost_eth: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'With `verbose`; null when no simulation ran, or no node says what gas costs',
    }),
  ),
  token_transfers: Type.Optional(Type.Array(tokenTransfer, { description: 'With `verbose`' })),
  simulation_engines_share_node: Type.Optional(
    Type.Literal(true, {
      description: 'Both engines asked the same node: one that lies about its state deceives both',
    }),
  ),
  simulation_proof: Type.Optional(
    Type.Union([simulationProof, Type.Null()], {
      description:
        'What the result follows from where the service runs simulations on proven state; null when nothing is proven',
    }),
  ),
  simulation_unproven_because: Type.Optional(
    Type.String({
      description: 'Why `simulation_proof` is null: what is answered then is what the node says',
    }),
  ),
  totals: Type.Optional(transactionTotals),
  simulation_skipped: Type.Optional(Type.Literal(true)),
  error: Type.Optional(
    Type.String({ description: 'The calldata was built and its simulation failed' }),
  ),
  details: Type.Optional(Type.Union([Type.String(), Type.Record(Type.String(), anything)])),
}

const built = {
  encoded_tx_data: bytes,
  target: address,
  description: Type.String(),
}

/** 2.5: calldata for one action. */
export const executeResponse = Type.Object(
  {
    ...built,
    action_api_response: Type.Union([actionReport, Type.Null()], {
      description:
        'What the builder says of the action; the interface allows null, and this service gives none',
    }),
    ...simulatedFields,
  },
  { title: 'ExecuteResponse', additionalProperties: false },
)

/** 2.7: one calldata for all actions. */
export const executeMultipleResponse = Type.Object(
  {
    ...built,
    action_api_response: Type.Array(Type.Union([actionReport, Type.Null()])),
    ...simulatedFields,
  },
  { title: 'ExecuteMultipleResponse', additionalProperties: false },
)

/** 2.4. */
export type ExecuteRequest = Static<typeof executeRequest>
/** 2.7. */
export type ExecuteMultipleRequest = Static<typeof executeMultipleRequest>
/** 2.5. */
export type ExecuteResponse = Static<typeof executeResponse>
/** 2.7. */
export type ExecuteMultipleResponse = Static<typeof executeMultipleResponse>
/** 2.6. */
export type TokenTransfer = Static<typeof tokenTransfer>
/** 2.5. */
export type ActionReport = Static<typeof actionReport>
