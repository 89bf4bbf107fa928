import {
  beside,
  decoder,
  manager,
  pool,
  type RequestExamples,
  type ResponseExamples,
  usdc,
  vault,
} from './vault.ts'

const supply = { pool, asset: usdc, amount: '1000' } as const
const supplyCalldata = `0x617ba037${'0'.repeat(24)}${usdc.slice(2).toLowerCase()}${'3b9aca00'.padStart(64, '0')}${'0'.repeat(24)}${vault.slice(2).toLowerCase()}${'0'.repeat(64)}`
const simulationProof = {
  block_hash: `0x${'5d'.repeat(32)}`,
  state_root: `0x${'a3'.repeat(32)}`,
  hardfork: 'osaka',
  accounts: 14,
  slots: 25,
  bytes: 146_210,
  witness_url: 'https://vaults.example/simulations/5Qm1xZr3Yt7Lw9Kc2Vb8Ng/witness',
  depends_on: ['TIMESTAMP'],
}
const supplyReport = {
  route: 'aave_v3/supply',
  name: 'Supply',
  protocol: 'aave_v3',
  protocol_name: 'Aave v3',
  protocol_app_url: 'https://app.aave.com',
  description: 'Supply 1000 USDC to Aave v3',
  calls: [
    {
      description: 'Supply 1000 USDC to Aave v3',
      target: pool,
      data: supplyCalldata,
      value: '0',
      decoder,
      leaf_index: 0,
      signature: 'supply(address,uint256,address,uint16)',
      proof: [beside],
    },
  ],
}
const managerCalldata = '0x244b0f6a'
const built = { encoded_tx_data: '0x244b0f6a', target: manager } as const
const simulated = {
  simulation_status: true as const,
  simulator_simulation_url: 'https://vaults.example/simulations/5Qm1xZr3Yt7Lw9Kc2Vb8Ng',
  simulation_logs: [],
  simulation_gas_used: 213_408,
}

/** Bodies to show for the transaction builder. */
export const builderRequests = {
  execute: {
    build: { params: supply, skip_sim: true },
    simulate: { params: supply, verbose: true },
  },
  executeMultiple: {
    batch: {
      actions: [
        { route: 'aave_v3/supply', params: supply },
        { route: 'aave_v3/set_collateral', params: { pool, asset: usdc, use: 'true' } },
      ],
      skip_sim: true,
    },
  },
  simulate: { calldata: { calldata: managerCalldata } },
} satisfies RequestExamples

/** Answers to show for the transaction builder. */
export const builderResponses = {
  getHealth: { healthy: { status: 'healthy' } },
  listActions: {
    manifest: {
      'aave_v3/supply': {
        name: 'Supply',
        protocol: 'aave_v3',
        protocol_app_url: 'https://app.aave.com',
        description: 'Supplies an asset to a lending pool, where it earns interest.',
        has_constraints: true,
        params: [
          {
            name: 'asset',
            type: 'str',
            description: 'What to supply',
            required: true,
            default_value: null,
            choices: [['USDC', usdc]],
            min_value: null,
            max_value: null,
            omitToUseAll: false,
            acceptRawString: false,
          },
        ],
      },
    },
  },
  listConstraints: {
    combinations: { route: 'aave_v3/supply', constraints: [{ pool, asset: usdc }] },
  },
  execute: {
    skipped: {
      ...built,
      description: supplyReport.description,
      action_api_response: supplyReport,
      simulation_skipped: true,
    },
    simulated: {
      ...built,
      description: supplyReport.description,
      action_api_response: { ...supplyReport, warnings: [] },
      ...simulated,
      simulation_proof: simulationProof,
      simulation_gas_cost_eth: '0.000426816',
      token_transfers: [
        {
          token: 'USDC',
          token_address: usdc,
          amount: '1000',
          raw_amount: '1000000000',
          direction: 'out',
          dollar_value: '1000',
        },
      ],
    },
    failed: {
      ...built,
      description: supplyReport.description,
      action_api_response: supplyReport,
      simulation_status: 'The call to the pool reverted: the reserve is paused',
      simulator_simulation_url: simulated.simulator_simulation_url,
      simulation_logs: [],
      simulation_gas_used: null,
      error: 'The calldata was built, and its simulation failed',
      details: 'The call to the pool reverted: the reserve is paused',
    },
  },
  executeMultiple: {
    skipped: {
      ...built,
      description: 'Multiple actions execution',
      action_api_response: [supplyReport, null],
      simulation_skipped: true,
    },
  },
  simulate: {
    success: {
      target: manager,
      description: 'Given calldata with one call',
      ...simulated,
      simulation_proof: null,
      simulation_unproven_because:
        'The node gives no proofs of the state at block 25000000. Give an endpoint that has eth_getProof, or use the engine node or fork.',
      simulation_gas_cost_eth: '0.000426816',
      token_transfers: [],
      warnings: [],
    },
    failed: {
      target: manager,
      description: 'Given calldata with one call',
      ...simulated,
      simulation_status: 'The Manager refuses call 0: the proof does not lead to the root',
      simulation_gas_cost_eth: '0.000426816',
      token_transfers: [],
      error: 'The transaction would revert',
      details: { call_path: [0], stage: 'verification' },
      warnings: [],
    },
  },
} satisfies ResponseExamples
