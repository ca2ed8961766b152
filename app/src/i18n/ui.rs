//! Words of the page itself: buttons, headings, notices.
use super::Lang;

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
        pub const fn text(lang: Lang, text: Text) -> &'static str {
            lang.of(match text { $(Text::$name => ($en, $zh)),+ })
        }
    };
}

texts! {
    // Brand and navigation
    Brand = "Headroom", "Headroom";
    Tagline = "fine-tuning capacity planner", "微调算力规划";
    PageTitle = "Headroom: will this fine-tuning run fit?", "Headroom：这次微调，显存放得下吗？";
    PageDescription = "Peak GPU memory of LLM fine-tuning, itemised and re-computable by hand. Runs in your browser.", "逐项计算大模型微调的峰值显存，每个数字都能手工复算，全程在浏览器里完成。";
    Pages = "Pages", "页面";
    NavPlan = "Plan", "规划";
    NavCompare = "Compare", "对比";
    NavClaims = "Claims", "常见说法";
    NavAccuracy = "Accuracy", "准确度";
    NavMethod = "Method", "方法";
    SkipToAnswer = "Skip to the answer", "跳到结果";
    SkipToForm = "Skip to the configuration", "跳到配置";
    Configuration = "Configuration", "配置";
    Answer = "Answer", "结果";

    // Actions
    Share = "Share", "分享";
    ShareHint = "Copy a link to this scenario. The settings are in the link itself.", "复制当前方案的链接，所有设置都写在链接里。";
    Copied = "Link copied", "链接已复制";
    CopyFailed = "The browser did not allow copying. Select the link and copy it by hand.", "浏览器不允许自动复制，请选中链接手动复制。";
    ShareLink = "Link to this scenario", "当前方案的链接";
    CopyText = "Copy as text", "复制为文本";
    Reset = "Reset", "重置";
    ResetHint = "Back to the defaults. The browser's Back button undoes it.", "恢复全部默认值，可用浏览器的后退按钮撤销。";
    Undo = "Undo", "撤销";
    Redo = "Redo", "重做";
    Print = "Print", "打印";
    Export = "Export", "导出";
    Close = "Close", "关闭";
    Cancel = "Cancel", "取消";
    Apply = "Apply", "应用";
    Done = "Done", "完成";
    More = "more…", "更多…";
    Less = "less", "收起";
    Search = "Search", "搜索";
    NothingFound = "Nothing found.", "没有匹配项。";
    Loading = "Loading…", "加载中…";

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
    Language = "Language", "语言";
    OtherLanguage = "中文", "English";

    // Model and GPU choice
    SearchModel = "Name, size or Hugging Face repository", "模型名、规模或 Hugging Face 仓库名";
    SearchGpu = "GPU name or memory", "GPU 型号或显存大小";
    CustomModel = "Enter a model by hand", "手动填写模型";
    CustomModelHint = "The numbers stand in the model's config.json.", "这些数字都在模型的 config.json 里。";
    CustomGpu = "Enter a GPU by hand", "手动填写 GPU";
    CustomGpuHint = "Memory as CUDA reports it: an out-of-memory message prints it as total capacity.", "填 CUDA 报告的显存总量：OOM 报错里的 total capacity 就是它。";
    PasteConfig = "Paste config.json", "粘贴 config.json";
    PasteConfigHint = "Paste the config.json of a Hugging Face model. It is read here in the browser and sent nowhere.", "粘贴 Hugging Face 模型的 config.json。只在本机浏览器里解析，不会上传。";
    PasteConfigPlaceholder = "{ \"model_type\": \"llama\", \"hidden_size\": 4096, … }", "{ \"model_type\": \"llama\", \"hidden_size\": 4096, … }";
    PasteConfigRead = "Use this model", "使用这个模型";
    PasteConfigFailed = "This config.json could not be read", "无法读取这份 config.json";
    ParametersWord = "parameters", "参数";
    GpusTimesNodes = "GPUs × nodes", "GPU × 节点";
    ModelFacts = "Shape of the model", "模型结构";

    // Defaults and their origin
    Assumed = "Assumed", "由框架默认";
    Change = "change", "修改";
    BackToDefault = "back to default", "恢复默认";
    ChosenByYou = "set by you", "你设定的";
    DefaultValue = "default", "默认";
    NoEffectHere = "has no effect with the other settings", "在当前配置下不起作用";
    Locked = "fixed by the page that embeds this", "由嵌入它的页面固定";

    // The answer
    Verdict = "Verdict", "结论";
    Premises = "Premises", "前提";
    Presets = "Questions people ask", "常见问题";
    PresetAnswer = "Answer to this question", "这个问题的答案";
    PeakAgainstUsable = "Peak against usable memory", "峰值与可用显存";
    Usable = "usable", "可用";
    UsableHint = "The total that CUDA reports, less what is already in use. A card sold as 80 GB has a little less.", "CUDA 报告的显存总量减去已被占用的部分。标称 80 GB 的卡，实际会略少一些。";
    Free = "free", "余量";
    Short = "short by", "还差";
    Peak = "peak", "峰值";
    Margin = "Margin", "余量";
    Interval90 = "90% interval", "90% 区间";
    Interval90Hint = "Nine of ten measured runs are expected to peak inside it.", "预计十次实测中有九次的峰值落在这个区间内。";
    Moments = "Memory at each moment of the run", "各阶段显存";
    MomentsHint = "The peak is the largest of these, not their sum. Choose one to see its budget.", "峰值取各阶段中的最大值，而不是相加。点选一个阶段查看明细。";
    WorstMoment = "worst moment", "最吃紧的阶段";
    NotPlanned = "not part of this run", "本次运行没有这一步";
    NotPlannedHint = "Shown for comparison; it does not count towards the peak.", "仅供参考，不计入峰值。";
    PerGpu = "per GPU", "每卡";
    OnEachGpu = "on each GPU", "每张卡";
    EachGpuAlone = "Every figure is for one GPU. Memory of several GPUs adds up only where a line says that it is divided.", "所有数字都是单卡的。只有标明分片的项目，多张卡的显存才能合起来用。";

    // The budget
    Budget = "Budget of one GPU", "单卡显存明细";
    ColumnLine = "Line", "项目";
    ColumnSize = "Size", "大小";
    ColumnShare = "Share", "占比";
    ColumnDivides = "How it divides", "如何分摊";
    Why = "why", "原因";
    Hide = "hide", "收起";
    Formula = "Formula", "公式";
    WithNumbers = "With the numbers", "代入数字";
    Symbols = "Symbols", "符号";
    Source = "Source", "来源";
    WhatMakesItSmaller = "What makes it smaller", "怎样减小";
    SumDriver = "Peak, as the driver sees it", "峰值（驱动可见）";
    OtherFigures = "The same peak in other tools", "同一峰值在其他工具里的读数";
    Unverified = "not confirmed by a primary source", "未经一手资料核实";
    Inferred = "Inferred from measurements; the cause was not found in code.", "由实测反推，尚未在代码中找到原因。";

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

    // State of the answer
    GreyedAnswer = "This is the last valid answer. Correct the marked fields to update it.", "这是上一次有效的结果。改正标出的字段后会重新计算。";
    NoAnswerYet = "No answer yet: correct the marked fields.", "暂无结果：请先改正标出的字段。";
    FirstProblem = "Go to the first marked field", "跳到第一个有问题的字段";
    Invalid = "not valid", "无效";
    AnswerUpdated = "Answer updated.", "结果已更新。";
    LinkPartly = "This link's inputs could not all be read.", "链接里的部分设置无法读取。";
    LinkPartlyHint = "What could be read is loaded; what could not is listed here.", "能读取的已载入，读不出的列在下面。";
    AboutLink = "About this link", "关于这个链接";
    LinkNewer = "This link was made by a newer release of Headroom.", "这个链接由更新版本的 Headroom 生成。";
    StorageNotice = "The browser does not let this page store anything: theme, language and unit last until you close it.", "浏览器不允许本页保存数据：主题、语言和单位在关闭页面后会丢失。";
    Private = "Everything is computed in your browser. Nothing you enter is sent anywhere.", "所有计算都在浏览器里完成，你填写的内容不会发往任何地方。";
    OpenInHeadroom = "Open in Headroom", "在 Headroom 中打开";
    TimeNotYet = "Time and money are not computed yet.", "时间和费用暂未计算。";
    PageNotReady = "This page is not written yet.", "这个页面还没有写好。";
    NotFound = "There is no such page.", "没有这个页面。";

    // What is not covered
    NotCovered = "Not covered", "不在计算范围内";
    NotCoveredList = "Preference and reinforcement tuning (DPO, PPO, GRPO), vision and audio towers, memory of Apple and NPU devices other than those listed, and inference serving.", "偏好对齐与强化学习（DPO、PPO、GRPO）、视觉和语音编码器、Apple 芯片以及未列出的 NPU 的显存、推理服务。";
    NotCoveredWhy = "They keep other things in memory, so an answer for supervised fine-tuning would mislead.", "它们在显存里保存的东西不一样，套用监督微调的结果会误导你。";

    // Crash
    CrashTitle = "Headroom has stopped", "Headroom 已停止运行";
    CrashBody = "This is a defect of the page, not of your input. Your scenario is kept.", "这是页面自身的缺陷，与你的输入无关。当前方案已保留。";
    CrashReload = "Reload with this scenario", "保留方案并重新加载";
    CrashFresh = "Start fresh", "从头开始";
    CrashAgain = "It stopped again with this scenario. Start fresh and, if you can, report the message below.", "用这个方案再次出错。请从头开始，方便的话请反馈下面的信息。";
    CrashDetails = "Message for a report", "错误信息（供反馈）";
}
