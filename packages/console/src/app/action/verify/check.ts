/** The checks of answers: fetched when there is one. */
export { checkAnswer, decimalsOf, readBuildTrees } from '@vaultwright/check'
