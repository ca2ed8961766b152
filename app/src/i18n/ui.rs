//! Words of the page itself: buttons, headings, notices.
use super::{Lang, t};
use crate::boot::View;

/// Defines [`Text`]: each name with its English and its Chinese wording.
macro_rules! texts {
    ($($name:ident = $en:literal, $zh:literal;)+) => {
        /// A fixed text of the page. Each variant's description is its English wording.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Text { $(#[doc = $en] $name),+ }

        impl Text {
            /// Every text.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];
        }

        /// The wording of a text.
        pub fn text(lang: Lang, text: Text) -> &'static str {
            lang.of(match text { $(Text::$name => t!($en, $zh)),+ })
        }
    };
}

texts! {
    // The tuned model at work
    Serving = "Serving the tuned model", "部署微调后的模型";
    ServingFormat = "Weights in", "权重格式";
    ServingWeights = "Weights", "权重";
    ServingCards = "GPUs", "GPU 数";
    ServingTokens = "Tokens of KV cache beside them", "剩余显存可缓存的 token 数";

    // Charts
    WhatIf = "What if", "换个条件会怎样";
    ChartKinds = "Chart", "图表";
    ChartHint = "Point at a figure to read it, press it to use it.", "指向数据点可读数，点按即采用。";
    ChartTable = "As a table", "以表格查看";
    ChartEmpty = "Nothing can be drawn for this configuration.", "此配置无法绘图。";
    SaveAs = "Save as", "保存为";
    Ideal = "Line across a column: if nothing were lost. Grey: does not fit for sure.", "柱上的横线：没有任何损耗时的值。灰色：不能确定放得下。";

    // Links
    UseCurrentData = "Use current data", "改用当前数据";

    // A frame in another page
    OpenInHeadroom = "Open in Headroom", "在 Headroom 中打开";
    EmbedThis = "Embed", "嵌入";
    EmbedHint = "Show this scenario in a page of yours.", "在您的网页中显示当前方案。";
    EmbedView = "Shows", "显示";
    EmbedLocks = "Fixed for readers", "读者不可修改";
    EmbedFrame = "As a frame", "以 iframe 嵌入";
    EmbedElement = "With embed.js: as tall as it needs, in your page's theme", "用 embed.js：高度自适应，跟随网页主题";
    MailSafe = "Link with the settings in the query, for mail and chat that cut off what follows #. Servers see it.", "把设置写在查询部分的链接：邮件或聊天软件会截掉 # 之后的内容时使用。服务器能看到这些设置。";
    LockedHint = "Set by the author of this page.", "由本页作者设定。";

    // Brand and navigation
    Brand = "Headroom", "Headroom";
    Tagline = "fine-tuning capacity planner", "微调算力规划";
    PageTitle = "Headroom: will this fine-tuning run fit?", "Headroom：这次微调，显存放得下吗？";
    Pages = "Pages", "页面";
    NavPlan = "Plan", "规划";
    NavAccuracy = "Accuracy", "准确度";
    NavClaims = "Claims", "常见说法";
    NavCompare = "Compare", "对比";
    NavMethod = "Method", "方法";
    TabMethod = "How it is computed", "计算方法";
    TabDerivation = "This scenario by hand", "手算推导";
    MethodTitle = "Headroom: how it is computed", "Headroom：计算方法";
    MethodLoading = "Loading the text…", "正在加载…";
    MethodMissing = "The text could not be read. Check the connection, then open this view again.", "无法读取正文。请检查网络，然后重新打开本页。";
    DerivationTitle = "Headroom: the budget by hand", "Headroom：显存手算推导";
    CopyMarkdown = "Copy as Markdown", "复制为 Markdown";
    CopiedMarkdown = "Copied", "已复制";
    SaveMarkdown = "Save as .md", "保存为 .md";
    Print = "Print", "打印";
    DeriveThis = "Work it out by hand", "手算一遍";
    SkipToAnswer = "Skip to the answer", "跳到结果";
    SkipToForm = "Skip to the configuration", "跳到配置";
    Configuration = "Configuration", "配置";

    // The guided start
    Guide = "New here? Start with a few questions", "第一次用？从几个问题开始";
    GuideUse = "Use this configuration", "采用这个配置";
    GuideNothing = "Nothing fits for sure. The lightest is shown; open it to see what would help.", "没有确定放得下的配置。下面是最省显存的一个，打开后可以看有什么办法。";

    // Exports
    Export = "Export", "导出";
    ExportHint = "Figures and reports of what stands on the page. They are made here in the browser.", "把当前结果导出为报告、表格或图片，全部在浏览器中生成。";
    ExportThis = "This estimate", "当前估算";
    ExportComparison = "The comparison", "方案对比";
    ExportPlan = "The plan", "规划方案";
    ExportJobs = "The table of jobs", "任务表";
    CopySentence = "Copy as a sentence", "复制为一句话";
    ExportMaking = "Being made…", "正在生成…";
    ExportMade = "Done.", "已完成。";
    ExportCopied = "Copied.", "已复制。";
    ExportFailed = "This could not be made. Check the connection, then try again.", "无法生成。请检查网络后重试。";
    ExportNotCopied = "The browser did not allow copying. Save it as a file.", "浏览器不允许自动复制，请另存为文件。";
    OpenDocument = "Open JSON that Headroom wrote", "打开 Headroom 导出的 JSON";
    OpenDocumentHint = "Paste it, drop the file here, or choose it. It is read here in the browser and sent nowhere.", "粘贴内容、把文件拖到这里，或选择文件。只在浏览器中读取，不会上传。";
    DocumentOpened = "Opened. The browser's Back button undoes it.", "已打开，可用浏览器的后退按钮撤销。";

    // Actions
    Share = "Share", "分享";
    ShareHint = "Copy a link to this scenario. The settings are in the link itself.", "复制当前方案的链接，所有设置都写在链接里。";
    Copied = "Link copied", "链接已复制";
    CopyFailed = "The browser did not allow copying. Select the link and copy it by hand.", "浏览器不允许自动复制，请选中链接手动复制。";
    Reset = "Reset", "重置";
    ResetHint = "Back to the defaults. The browser's Back button undoes it.", "恢复全部默认值，可用浏览器的后退按钮撤销。";
    Undo = "Undo (Ctrl+Z)", "撤销（Ctrl+Z）";
    Redo = "Redo (Ctrl+Shift+Z)", "重做（Ctrl+Shift+Z）";
    Close = "Close", "关闭";
    More = "more…", "更多…";
    Less = "less", "收起";
    NothingFound = "Nothing found.", "没有匹配项。";

    // Comparison
    CompareTitle = "Headroom: configurations side by side", "Headroom：方案对比";
    CompareAdd = "Add to comparison", "加入对比";
    CompareAdded = "In the comparison", "已加入对比";
    CompareFull = "Four are the most", "最多对比四个方案";
    CompareEmpty = "Up to four configurations side by side", "最多四个方案并排对比";
    CompareHint = "The first is what the planner shows. Compare it with:", "第一列是规划页当前的方案，可与以下方案对比：";
    CompareOwn = "For anything else press “Add to comparison” in the planner, then change the configuration.", "其他对比：在规划页点“加入对比”，再修改配置。";
    CompareOpen = "Open in planner", "在规划页打开";
    CompareShown = "in the planner", "规划页当前方案";
    CompareFigures = "Figures of each configuration; below them, against the first column", "各方案的数据，下方小字为与第一列的差";
    Duplicate = "Duplicate", "复制一列";
    WhatDiffers = "What differs", "不同的设置";
    DiffersByDefault = "What else differs, by default", "随之改变的默认值";
    SameInAll = "The same in all", "相同的设置";
    LargestLine = "largest", "最大";
    CardLines = "Line across a column: usable memory of its card.", "柱上的横线：该卡的可用显存。";
    NotPriced = "What does not fit has neither time nor cost.", "放不下的方案不计时间和费用。";
    // A budget worked out by hand
    SheetFirst = "1. First pass, as in the textbook", "一、课本算法";
    SheetFirstHint = "Every number has two digits, three where it begins with 1, so that it can be followed in the head. GB is 10^9 bytes, B after a number a billion.", "每个数保留两位有效数字（以 1 开头的保留三位），便于心算。GB 为 10^9 字节，数字后的 B 表示十亿。";
    SheetReally = "2. What is really held at the worst moment", "二、最吃紧时实际占用";
    SheetGap = "3. What the textbook leaves out", "三、课本漏了什么";
    SheetGapHint = "From the first pass to the estimate, part by part: exact sums, not rounded ones.", "从课本算法到估算值，逐项列出差额（用精确值，不用取整值）。";
    SheetLadder = "4. ZeRO-1, 2, 3: the paper, and what DeepSpeed holds", "四、ZeRO-1/2/3：论文公式与 DeepSpeed 实际占用";
    SheetLadderHint = "States of full training on one GPU, AdamW; gradients are summed in fp32.", "全量微调、AdamW，单卡训练状态；梯度以 fp32 累加。";
    SheetContrasts = "5. The same run, changed in one thing", "五、只改一处";
    SheetContrastsHint = "Peaks of one GPU; the difference is to the first case of each.", "单卡峰值；差额均与每组第一行相比。";
    SheetQuiz = "6. Test yourself", "六、自测";
    SheetPart = "Part", "项目";
    SheetFormula = "Formula", "公式";
    SheetNumbers = "With numbers", "代入数值";
    SheetSource = "Source", "来源";
    SheetLine = "Line", "明细";
    SheetTextbook = "Textbook", "课本";
    SheetEstimate = "Estimate", "估算";
    SheetDifference = "Difference", "差额";
    SheetWhy = "Why", "原因";
    SheetStage = "Stage", "阶段";
    SheetHolds = "DeepSpeed holds", "DeepSpeed 实际";
    SheetTemporary = "In the step", "更新时另需";
    SheetCase = "Case", "情形";
    SheetPeak = "Peak", "峰值";
    SheetSum = "Sum", "合计";
    SheetAllocated = "Allocated", "已分配";
    SheetNeeded = "Needed", "所需";

    // Units, theme, language
    SizeUnit = "Unit of sizes", "容量单位";
    UnitGib = "GiB", "GiB";
    UnitGibHint = "GiB = 2^30 bytes: what PyTorch, CUDA and nvidia-smi count in.", "GiB = 2^30 字节：PyTorch、CUDA 和 nvidia-smi 用的单位。";
    UnitGb = "GB", "GB";
    UnitGbHint = "GB = 10^9 bytes: what papers and disk vendors count in.", "GB = 10^9 字节：论文和磁盘厂商用的单位。";
    Theme = "Theme", "主题";
    ThemeAuto = "As the system", "跟随系统";
    ThemeLight = "Light", "浅色";
    ThemeDark = "Dark", "深色";
    OtherLanguage = "中文", "English";

    // Model and GPU choice
    SearchModel = "Name, size or Hugging Face repository", "模型名、规模或 Hugging Face 仓库名";
    SearchGpu = "GPU name or memory", "GPU 型号或显存大小";
    Recent = "recent", "最近用过";
    CustomModel = "Enter a model by hand", "手动填写模型";
    CustomGpu = "Enter a GPU by hand", "手动填写 GPU";
    PasteConfig = "Paste config.json", "粘贴 config.json";
    PasteConfigHint = "Paste the config.json of a Hugging Face model. It is read here in the browser and sent nowhere.", "粘贴 Hugging Face 模型的 config.json。只在本机浏览器里解析，不会上传。";
    PasteConfigPlaceholder = "{ \"model_type\": \"llama\", \"hidden_size\": 4096, … }", "{ \"model_type\": \"llama\", \"hidden_size\": 4096, … }";
    PasteConfigRead = "Use this model", "使用这个模型";
    PasteConfigFailed = "This config.json could not be read", "无法读取这份 config.json";
    ParametersWord = "parameters", "参数";

    // A data set
    DataFile = "Measure a data set", "测量数据集长度";
    DataFileHint = "Paste rows of JSONL or CSV, drop a file here, or choose one. It is read here in the browser and sent nowhere.", "粘贴 JSONL 或 CSV 内容，把文件拖到这里，或选择文件。只在本机浏览器里读取，不会上传。";
    ChooseFile = "Choose a file", "选择文件";
    Stop = "Stop", "停止";
    DataStopped = "Stopped: these are the rows read so far.", "已停止：以下是已读取的部分。";
    DataLost = "The file could not be read to its end: these are the rows read so far.", "文件没能读完：以下是已读取的部分。";
    DataNothing = "There are no rows in it.", "里面没有数据。";
    RowsByLength = "Rows by length in tokens", "按 token 长度统计的条数";
    DataFill = "Use these lengths", "填入表单";
    DataFilled = "The form has these lengths.", "表单里已是这些长度。";

    // Defaults and their origin
    Assumed = "Assumed", "由框架默认";
    BackToDefault = "back to default", "恢复默认";

    // The answer
    Verdict = "Verdict", "结论";
    Presets = "Questions people ask", "常见问题";
    PeakAgainstUsable = "Peak against usable memory", "峰值与可用显存";
    Usable = "usable", "可用";
    Interval90 = "90% interval", "90% 区间";
    Moments = "Memory at each moment of the run", "各阶段显存";
    MomentsHint = "The peak is the largest of these, not their sum. Choose one to see its budget.", "峰值取各阶段中的最大值，而不是相加。点选一个阶段查看明细。";
    WorstMoment = "worst moment", "最吃紧的阶段";
    NotPlanned = "not part of this run", "本次运行没有这一步";
    OnEachGpu = "on each GPU", "每张卡";
    EachGpuAlone = "Every figure is for one GPU. Memory of several GPUs adds up only where a line says that it is divided.", "所有数字都是单卡的。只有标明分片的项目，多张卡的显存才能合起来用。";

    // How far it goes
    Reach = "How far this goes", "还能放多少";
    ReachPending = "Searching…", "正在搜索…";
    ReachGivenUp = "No answer in the time allowed.", "在限定时间内没有得出结果。";
    UseValue = "use", "应用";

    // Out-of-memory messages
    Oom = "Got an out-of-memory message? Paste it.", "遇到 OOM 报错？把它贴到这里。";
    OomHint = "Which tensor was it, and when in the step? Set the form to the run that failed first: sizes are held against what it says. The traceback above the message narrows it down. Read here in the browser and sent nowhere.", "是哪个张量、发生在哪个阶段？请先把表单设成报错的那次训练，大小是按表单内容比对的。连同上方的 traceback 一起粘贴，范围更准。只在本机浏览器里解析，不会上传。";
    OomLong = "A long text: only its last MiB is searched.", "文本很长，只在最后 1 MiB 里查找。";

    // Calibration
    Calibrate = "Calibrate with a short run", "用一次试跑来校准";
    CalibrateHint = "Twenty steps on your own machine show what no formula knows about your software. Measured peaks move a few factors within what is plausible, and the whole page follows.", "在自己的机器上试跑二十步，可以测出公式不知道的部分。实测峰值会在合理范围内修正几个系数，整页结果随之更新。";
    Printed = "Paste the line that the script printed, a log that holds it, or nvidia-smi's “23456MiB / 81920MiB”. Read here in the browser and sent nowhere.", "粘贴脚本打印的那一行、包含它的日志，或 nvidia-smi 的“23456MiB / 81920MiB”。只在本机浏览器里解析，不会上传。";
    PrintedLong = "A long text: only its first MiB is read.", "文本很长，只读取前 1 MiB。";
    PrintedNothing = "There is no line with “headroom v=1” in this text, and no reading of nvidia-smi.", "文本里既没有“headroom v=1”那一行，也没有 nvidia-smi 的读数。";
    AddRun = "Add a run with the present settings", "按当前配置添加一次试跑";
    RunAdded = "Added below.", "已加入下方。";
    RunsFull = "Four runs are the most. Remove one to add another.", "最多四次试跑，删除一次后才能再添加。";
    UseRun = "Use its settings in the form", "把它的配置填入表单";
    RemoveRun = "Remove", "删除";
    RunFigures = "Peaks, GiB", "峰值（GiB）";
    Calibrated = "calibrated", "校准后";
    WhatMoved = "What the runs taught", "试跑修正了什么";
    Fitted = "fitted", "拟合值";
    PlausibleRange = "expected", "预期范围";
    TakenHere = "in this scenario", "用于当前方案";
    LeaveAside = "without calibration", "查看未校准的结果";
    TakeUp = "with calibration", "使用校准";
    ProfileScript = "Profile script", "试跑脚本";
    ProfileApart = "The loop cannot be this launch: it knows replicas, FSDP 2 and DeepSpeed, not tensor, pipeline, context or expert parallelism, layers spread over GPUs, or a packed base in shards. What it does otherwise it prints. To measure your own launch take the Trainer callback.", "独立脚本无法还原这种启动方式：它支持多副本、FSDP 2 和 DeepSpeed，不支持张量、流水线、上下文、专家并行，也不支持按层摆放或对量化基座做分片。与方案不同的设置会一并打印。要实测你自己的训练，请用 Trainer 回调。";
    ProfileRun = "Save it as headroom_run.py and run", "保存为 headroom_run.py，然后运行";
    ProfileRunOwn = "Add the callback to your own script and launch it as you always do.", "把回调加进你自己的训练脚本，按平时的方式启动。";
    ProfileHint = "It runs twenty steps of this scenario and prints one line: peaks as PyTorch and the driver see them, tokens a second, what ran and which versions. Random weights need no download and take the same memory.", "按当前方案跑二十步后打印一行：PyTorch 和驱动看到的显存峰值、每秒 token 数、实际配置和软件版本。随机权重无需下载，占用的显存相同。";
    PlainLoop = "Plain loop", "独立脚本";
    TrainerCallback = "Trainer callback", "Trainer 回调";
    RandomWeights = "Random weights", "随机权重";
    PublishedWeights = "Published weights", "已发布的权重";
    Copy = "Copy", "复制";
    ScriptCopied = "Copied", "已复制";
    SelectAll = "Select all", "全选";

    // Accuracy
    AccuracyTitle = "Headroom: predicted against measured", "Headroom：预测与实测对照";
    AccuracyLoading = "Fetching the measured runs…", "正在读取实测数据…";
    AccuracyMissing = "The table of measured runs could not be read. It lies beside the page as accuracy.tsv or throughput.tsv.", "读取不到实测数据表。它应当与页面放在一起，文件名为 accuracy.tsv 或 throughput.tsv。";
    TabMemory = "Memory", "显存";
    TabSpeeds = "Throughput", "吞吐";
    TokensPerSecond = "tokens/s on each GPU", "单卡 token/s";
    LimitFitted = "Efficiencies of GPUs and habits of frameworks were fitted on these same runs: the figures describe them and are no test on unseen ones.", "GPU 效率和各框架的特性正是用这些实测拟合的：数字描述的是它们本身，不是对新数据的检验。";
    LimitSpread = "Runs that share every stated input differ by 1.3% in the median and by 13% at the 90th percentile: no formula can be nearer than that.", "所有已知输入都相同的实测，彼此也相差：中位数 1.3%，第 90 百分位 13%，任何公式都不可能更准。";
    LimitNetwork = "Sources of several nodes rarely state the network; the usual one of the GPU is taken then.", "多机的来源很少说明网络，此时按该 GPU 的常见配置算。";
    LimitRates = "Most were measured on A100 and H100. On other GPUs there are fewer runs, and the range is wider.", "大多数来自 A100 和 H100；其他 GPU 的实测较少，区间也更宽。";
    Measured = "measured", "实测";
    Predicted = "predicted", "预测";
    BackToAccuracy = "back to Accuracy", "回到准确度";
    EveryRun = "Every run", "全部实测";
    EveryRunHint = "The farthest from the measurement first. Each opens as a scenario that shows the prediction.", "误差最大的排在前面。每一条都可以作为方案打开，看到同样的预测。";
    Rows = "rows", "条数";
    MedianError = "median error", "误差中位数";
    Percentile90 = "90th percentile", "P90 误差";
    Bias = "bias", "偏差";
    InsideInterval = "inside the 90% interval", "落在 90% 区间内";
    ErrorsBy = "Errors by group", "分组误差";
    ErrorsByHint = "Errors are |predicted ÷ measured − 1|. Bias is the median with its sign: above zero, predictions are too high.", "误差为 |预测 ÷ 实测 − 1|；偏差是带符号的中位数，为正表示预测偏高。";
    MethodWord = "method", "方法";
    StackWord = "stack", "框架";
    SourceWord = "source", "来源";
    ModelWord = "model", "模型";
    GpusWord = "GPUs", "GPU 配置";
    TokensWord = "tokens", "token";
    ErrorWord = "error", "误差";
    AllOfThem = "all", "全部";
    ShowAll = "Show all", "显示全部";
    OpenRun = "open", "打开";
    OutsideInterval = "outside the interval", "在区间外";
    Peers = "Other tools", "其他工具";
    PeersShared = "On one published table, Qwen's README: LoRA and Q-LoRA of 1.8B, 7B and 14B. The other tools were held against 36 of its points; Headroom against those of them that are among the runs here.", "同一份公开数据（Qwen 的 README：1.8B、7B、14B 的 LoRA 与 Q-LoRA）。其他工具用其中 36 个点，Headroom 用其中收录在本页的点。";
    PeersAccepted = "On the runs that each tool accepts: not the same runs for each, so not like for like. Coverage is the share that it accepts.", "各自能处理的实测：每个工具的样本不同，不是严格的同样本对比。覆盖率是它能处理的比例。";
    PeersCaveat = "Headroom's rules were found on these runs, the other tools' were not: that favours Headroom. Some of these tools assume another loss kernel or another quantiser than these runs used: their figures say that they do not carry over, not that they are wrong at home. Each was run or read as of December 2026.", "Headroom 的规则是从这些实测中归纳的，其他工具不是，这对 Headroom 有利。其中一些工具假定的损失内核或量化方式与这些实测不同：数字说明它们不能直接套用，而不是在各自场景里不准。以 2026 年 12 月的版本为准。";
    Tool = "tool", "工具";
    How = "how", "方式";
    HowRun = "run", "实际运行";
    HowRead = "re-implemented from its source", "按其源码重新实现";
    Coverage = "coverage", "覆盖率";
    AccuracyLimits = "What these figures do not prove", "这些数字不能说明什么";
    LimitInSample = "The rules were found on these same runs: the figures describe them and are no test on unseen ones.", "规则正是从这些实测中归纳出来的：数字描述的是它们本身，不是对新数据的检验。";
    LimitDriver = "Few sources print what nvidia-smi shows, which is what has to fit; most print allocated or reserved memory.", "给出 nvidia-smi 读数（能否放下以它为准）的来源很少，多数只给已分配或已保留的显存。";
    LimitStacks = "LLaMA-Factory, Axolotl, Unsloth and Megatron have no rows here: their figures follow from their code alone.", "LLaMA-Factory、Axolotl、Unsloth、Megatron 没有实测数据，结果只依据它们的代码推算。";
    LimitCut = "A prediction above what the card holds is cut there, as the allocator would return its cache; the opened scenario shows the whole.", "超过显卡容量的预测会截到容量为止（分配器届时会归还缓存），打开的方案里显示的是截断前的值。";

    // Claims
    ClaimsTitle = "Headroom: what people say, recomputed", "Headroom：常见说法逐条复算";
    ClaimsScope = "Statements from interview notes on fine-tuning, recomputed in your browser by the same model as the planner. Several rows are several premises: where two texts disagree, these are what each of them takes for granted. GB are 10^9 bytes.", "这些说法出自关于微调的面试笔记，由规划页的同一套模型在浏览器里复算。多行代表多种前提：两份文本说法不一时，差别就在各自默认的前提。GB 指 10^9 字节。";
    ClaimCases = "Premises and what they give", "前提与结果";

    // The budget
    ColumnLine = "Line", "项目";
    ColumnDivides = "How it divides", "如何分摊";
    Why = "why", "原因";
    Hide = "hide", "收起";
    Source = "Source", "来源";
    OtherFigures = "The same peak in other tools", "同一峰值在其他工具里的读数";
    Unverified = "not confirmed by a primary source", "未经一手资料核实";

    // Host memory and disk
    HostAndDisk = "Host memory and disk", "内存与磁盘";
    HostDetails = "moments, lines and files", "查看各阶段、各项目与文件";
    HostScope = "Of the node of rank 0, which gathers. Page cache is not counted.", "按 rank 0 所在节点计（汇总在此进行），不含 page cache。";
    HostMemory = "Memory of one node", "单节点内存";
    HostExpected = "Expected", "预计范围";
    Lines = "lines", "明细";
    EnterRam = "enter the RAM of a node to check", "填入单节点内存，即可判断是否够用";
    EnterDisk = "enter the free space to check", "填入可用空间，即可判断是否够用";
    DiskFiles = "Files on disk", "磁盘上的文件";
    OneCheckpoint = "One checkpoint", "一份检查点";
    AtTheEnd = "When the run has ended", "训练结束时";
    AtTheFullest = "At the fullest moment", "占用最多时";
    AtTheFullestHint = "The oldest checkpoint is deleted after the newest is written.", "先写完最新的检查点，再删除最旧的。";

    // Time
    Time = "Time", "用时";
    TimeDetails = "Where a step's time goes", "一步的时间花在哪里";
    StepPart = "Part", "项目";
    InAStep = "In a step", "每步用时";
    StepShare = "Share", "占比";
    OneStep = "One optimizer step", "一次优化器更新（一步）";
    WholeRun = "The whole run", "整个训练";
    TimeScope = "Steps, evaluation where its size is stated, saving, reading the base and start-up are counted; generated text and waiting for data are not.", "已计入训练步、评测（填了样本数时）、保存、读取基座和启动；未计入评测时的文本生成和等待数据。";

    Clock = "Compare a speed that you observed", "对照实际观测到的速度";
    ClockSpeed = "Observed", "观测值";
    ClockUnit = "in", "单位";
    ClockMfu = "MFU you were told, %", "别人给出的 MFU（%）";
    ClockNumber = "Enter a number above 0.", "请填大于 0 的数。";

    WouldBe = "This run does not fit, so it takes no time. What follows holds once there is room.", "这次训练放不下，谈不上用时。以下是显存足够时的数字。";

    // Money
    Money = "Money", "费用";
    MoneyDetails = "The bill, and the offers behind it", "账单明细与报价来源";
    MoneyScope = "Prices are what was asked on their date, none is current. Currency, terms and your own prices are under Money in the form.", "报价均为所注日期的价格，不代表现价。货币、租用方式和你自己的价格在表单的“费用”里填写。";
    Rented = "Rented", "租用";
    Owned = "On machines of your own", "自有机器";
    InAll = "In all", "合计";
    EnterPrice = "Enter a price", "填写价格";

    Instead = "What would do instead", "还可以怎么做";
    InsteadScope = "Each gives another model or another service: compare quality yourself.", "得到的模型或服务都不一样，效果需自行比较。";
    OpenScenario = "open this scenario", "打开这个方案";

    // The plan
    Plan = "Plan", "方案规划";
    PlanPending = "Comparing configurations…", "正在比较各种配置…";
    PlanSmallest = "Fewest GPUs that run it", "最少的卡";
    PlanCheapest = "Cheapest", "最便宜";
    PlanNearest = "Nothing that was looked at meets the goal. Nearest:", "所比较的配置都达不到目标，最接近的是：";
    PlanNone = "None of those looked at.", "所比较的配置里没有。";
    PlanStop = "Stop", "停止";
    PlanAdvice = "What follows for this configuration", "对当前配置的建议";
    PlanFront = "Time against cost: nothing beats these", "时间与费用：没有比这些更快又更省的方案";
    PlanTime = "Time", "用时";
    PlanCost = "Cost", "费用";
    PlanRejected = "What does not fit, and by how much", "哪些放不下，差多少";

    // Launch files
    Launch = "Launch files", "启动文件与命令";
    LaunchHint = "This run as its framework takes it, with every option that the figures rest on. Data set, paths and template are yours to fill in.", "按框架的写法给出这次训练，估算所依据的选项都在里面。数据集、路径和模板需要你自己填。";
    LaunchLoading = "Loading the table of options…", "正在加载选项表…";
    LaunchMissing = "The table of options could not be read. Check the connection, then open this again.", "无法读取选项表。请检查网络，然后重新展开。";
    LaunchUnsaid = "What these files cannot say", "这些文件写不出的设置";
    LaunchSaid = "Read again, these files give the settings of this page.", "把这些文件重新读入，得到的设置与本页一致。";
    LaunchWrong = "Correct the marked fields first.", "请先改正标出的字段。";
    LaunchPaste = "Start from a file you have", "从已有的文件开始";
    LaunchPasteHint = "Paste or drop a configuration, a command line, a launch script or printed TrainingArguments. It is read here and sent nowhere.", "粘贴或拖入配置文件、命令行、启动脚本或打印出的 TrainingArguments。只在本页读取，不会上传。";
    LaunchRead = "Read", "已读取";
    LaunchAssumed = "Assumed where it says nothing", "未写明，按默认处理";
    LaunchIgnored = "Left aside", "未采用";
    LaunchModel = "This is a model's config.json: it sets the model and nothing else.", "这是模型的 config.json，只会设置模型。";
    LaunchApplied = "Applied. Back undoes it.", "已应用，后退即可撤销。";
    LaunchNotModel = "This is a launch file, not a model's config.json.", "这是启动文件，不是模型的 config.json。";
    LaunchNotData = "This is a launch file, not a data set.", "这是启动文件，不是数据集。";
    LaunchOpen = "Open it under “Launch files”", "在“启动文件与命令”中打开";
    SaveFile = "Save", "保存";

    // Several jobs
    Jobs = "Several jobs on one pool", "多个任务共用资源池";
    JobsHint = "Earliest due first, then the largest; a run is never interrupted. Hours are 5, 4-7 or 4-5-7 (low, typical, high); times are 3, or 4m for four a month.", "先排期限最早的，再排用量最大的，运行中不会被打断。小时可写 5、4-7 或 4-5-7（低、典型、高）；次数可写 3，或 4m 表示每月四次。";
    AddJob = "Add this configuration as a job", "把当前配置加为一个任务";
    JobsNotInLink = "The table is too long for a link: it stays on this page only.", "任务表太长，放不进链接，只保留在本页。";

    // What would help
    WouldHelp = "What would help", "怎样才放得下";
    WouldBeFaster = "What would be faster, and still fits", "怎样更快，且仍放得下";
    HelpsScope = "One change at a time, each computed by the same model. LoRA and QLoRA train something else: compare quality yourself.", "每次只改一项，都由同一套模型算出。LoRA、QLoRA 训练的内容不同，效果需自行比较。";
    Apply = "apply", "应用";

    // State of the answer
    GreyedAnswer = "This is the last valid answer. Correct the marked fields to update it.", "这是上一次有效的结果。改正标出的字段后会重新计算。";
    NoAnswerYet = "No answer yet: correct the marked fields.", "暂无结果：请先改正标出的字段。";
    AboutLink = "About this link", "关于这个链接";
    StorageNotice = "The browser does not let this page store anything: theme, language and unit last until you close it.", "浏览器不允许本页保存数据：主题、语言和单位在关闭页面后会丢失。";
    PaperSource = "Computed by Headroom. The same scenario, with every formula and source:", "由 Headroom 计算。打开同一方案可查看全部公式与来源：";
    Private = "Everything is computed in your browser. Nothing you enter is sent anywhere.", "所有计算都在浏览器里完成，你填写的内容不会发往任何地方。";

    // What is not covered
    NotCovered = "Not covered", "不在计算范围内";
    NotCoveredList = "Preference and reinforcement tuning (DPO, PPO, GRPO), vision and audio towers, memory of Apple and NPU devices other than those listed, and inference serving.", "偏好对齐与强化学习（DPO、PPO、GRPO）、视觉和语音编码器、Apple 芯片以及未列出的 NPU 的显存、推理服务。";
    NotCoveredWhy = "They keep other things in memory, so an answer for supervised fine-tuning would mislead.", "它们在显存里保存的东西不一样，套用监督微调的结果会误导你。";

}

/// The views that the top of the page leads to.
pub const VIEWS: [(View, Text); 5] = [
    (View::Plan, Text::NavPlan),
    (View::Compare, Text::NavCompare),
    (View::Accuracy, Text::NavAccuracy),
    (View::Claims, Text::NavClaims),
    (View::Method, Text::NavMethod),
];
