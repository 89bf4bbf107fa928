import type { Protocol } from '../protocol-entry.ts'
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
  actions: [],
} as const satisfies Protocol
