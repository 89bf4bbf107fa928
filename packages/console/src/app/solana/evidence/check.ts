/** What checks answers: fetched when there is one. */
export { checkSvmAnswer, readVault } from '@vaultwright/check'
