import type { Protocol } from '../action/protocol-entry.ts'
import { itbActions } from './action.ts'
import { itbAssemblyActions } from './assembly-action.ts'
import { itbCurveActions } from './curve-action.ts'
import {
  itbAave,
  itbBasePosition,
  itbBasePositionWithAsset,
  itbCork,
  itbCurveAndConvex,
  itbEigenLayer,
  itbGearbox,
  itbKarak,
  itbReserve,
  itbReserveErc20Wrapped,
  itbSyrup,
} from './function.ts'
import { itbQueueActions } from './queue-action.ts'
import { itbReserveActions } from './reserve-action.ts'
import { itbWrapperActions } from './wrapper-action.ts'

/** IntoTheBlock positions. */
export const protocol = {
  name: 'itb',
  title: 'IntoTheBlock positions',
  appUrl: null,
  decoders: [
    itbBasePosition,
    itbBasePositionWithAsset,
    itbAave,
    itbCork,
    itbCurveAndConvex,
    itbEigenLayer,
    itbGearbox,
    itbKarak,
    itbReserve,
    itbReserveErc20Wrapped,
    itbSyrup,
  ],
  actions: [
    ...itbActions,
    ...itbQueueActions,
    ...itbAssemblyActions,
    ...itbReserveActions,
    ...itbCurveActions,
    ...itbWrapperActions,
  ],
} as const satisfies Protocol
