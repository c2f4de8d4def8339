/** A build that cannot go on, as one plain sentence for the operator: what is wrong and what to do. */
export class BuildFault extends Error {
  override name = 'BuildFault'
}
