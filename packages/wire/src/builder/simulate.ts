import Type, { type Static } from 'typebox'
import { address } from '../field/field.ts'
import { buildWarning } from '../field/warning.ts'
import { simulatedFields } from './execute.ts'

/** The most bytes of calldata that one simulation takes: an Ethereum transaction holds no more. */
export const maxSimulatedBytes = 131_072

/** Calldata that is to be simulated. Our choice: the interface simulates only what it builds. */
export const simulateRequest = Type.Object(
  {
    calldata: Type.String({
      pattern: '^0x(?:[0-9a-fA-F]{2})*$',
      maxLength: 2 + 2 * maxSimulatedBytes,
      description: `Calldata of \`manageVaultWithMerkleVerification\`, at most ${maxSimulatedBytes} bytes`,
    }),
    value: Type.Optional(
      Type.String({
        pattern: '^(?:0|[1-9][0-9]{0,29})$',
        default: '0',
        description: 'Wei that the strategist sends with it. A Manager refuses everything but 0',
      }),
    ),
  },
  { title: 'SimulateRequest', additionalProperties: false },
)

const { simulation_skipped, error, details, ...outcome } = simulatedFields

/** The result of simulating given calldata. */
export const simulateResponse = Type.Object(
  {
    target: address,
    description: Type.String({ description: 'How many calls the calldata makes' }),
    ...outcome,
    error: Type.Optional(Type.String({ description: 'The simulation failed, or did not run' })),
    details,
    warnings: Type.Array(buildWarning, { description: 'Of the simulation' }),
  },
  { title: 'SimulateResponse', additionalProperties: false },
)

/** Calldata that is to be simulated. */
export type SimulateRequest = Static<typeof simulateRequest>
/** The result of simulating given calldata. */
export type SimulateResponse = Static<typeof simulateResponse>
