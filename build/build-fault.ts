/** An expected build failure. The message tells the operator in a sentence what is wrong and what to do. */
export class BuildFault extends Error {
  override name = 'BuildFault'
}
