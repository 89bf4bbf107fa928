/** The checks of answers: fetched when there is one. */
export {
  checkCancel,
  checkOrder,
  checkQuoteAt,
  checkSwap,
  isUidOf,
  settlementsIn,
} from '@vaultwright/check'
