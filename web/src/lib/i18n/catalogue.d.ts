declare module "catalogue:*" {
  const sections: Record<string, Record<string, string | Record<string, string>>>;
  export default sections;
}
