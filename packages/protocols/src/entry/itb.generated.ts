// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { itbAave, itbBasePosition, itbBasePositionWithAsset, itbCork, itbCurveAndConvex, itbEigenLayer, itbGearbox, itbKarak, itbReserve, itbReserveErc20Wrapped, itbSyrup } from '../itb/function.ts'

export { protocol } from '../itb/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['ITBAave', 'ITBBasePosition', 'ITBBasePosition (asset packed)', 'ITBCork', 'ITBCurveAndConvexNoConfig', 'ITBEigenLayer', 'ITBGearbox', 'ITBKarak', 'ITBReserve', 'ITBReserveERC20Wrapped', 'ITBSyrup'],
  decoders: [itbBasePosition, itbBasePositionWithAsset, itbAave, itbCork, itbCurveAndConvex, itbEigenLayer, itbGearbox, itbKarak, itbReserve, itbReserveErc20Wrapped, itbSyrup],
}
