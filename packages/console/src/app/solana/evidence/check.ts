/** The checks of answers: fetched when there is one. */
export { checkSvmAnswer, readVault } from '@vaultwright/check'
