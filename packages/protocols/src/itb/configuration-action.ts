import { defineAction } from '../action/action.ts'
import { itbReserve, itbSyrup } from './function.ts'

const position = { kind: 'account', describe: 'Position manager' } as const

const updateReserveConfig = defineAction({
  route: 'itb/update_reserve_config',
  name: 'Configure a Reserve position',
  description: 'Sets the main contract of a basket of a position manager.',
  sentence: 'Configure {position} for {main}',
  parameters: { position, main: { kind: 'account', describe: 'Main contract of the basket' } },
  signature: 'updatePositionConfig(address _main)',
  rules: [itbReserve],
  target: 'position',
  arguments: ({ main }) => [main],
})

const updateSyrupConfig = defineAction({
  route: 'itb/update_syrup_config',
  name: 'Configure a Syrup position',
  description: 'Sets the router of Syrup of a position manager.',
  sentence: 'Configure {position} for {router}',
  parameters: {
    position,
    router: { kind: 'account', describe: 'Router of Syrup' },
    deposit_data: { kind: 'word', describe: 'Data that marks who deposits' },
  },
  signature: 'updatePositionConfig(address _syrup_router, bytes32 _depositData)',
  rules: [itbSyrup],
  target: 'position',
  arguments: ({ router, deposit_data }) => [router, deposit_data],
})

/** Configurations of positions in Reserve and Syrup. */
export const configurationActions = [updateReserveConfig, updateSyrupConfig] as const
