// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

struct WithdrawalTransaction {
    uint256 nonce;
    address sender;
    address target;
    uint256 value;
    uint256 gasLimit;
    bytes data;
}

struct OutputRootProof {
    bytes32 version;
    bytes32 stateRoot;
    bytes32 messagePasserStorageRoot;
    bytes32 latestBlockhash;
}

/// @notice An OP-stack-like portal: a withdrawal the owner has announced is proved, waits, is paid.
contract OptimismPortal {
    address public immutable owner;
    uint256 public immutable proofMaturityDelaySeconds;
    /// @notice The sender on the other chain of the withdrawal in progress.
    address public l2Sender;
    mapping(bytes32 withdrawalHash => bool) public announced;
    mapping(bytes32 withdrawalHash => uint256) public provenAt;
    mapping(bytes32 withdrawalHash => bool) public finalizedWithdrawals;

    event TransactionDeposited(
        address indexed from, address indexed to, uint256 indexed version, bytes opaqueData
    );
    event WithdrawalProven(
        bytes32 indexed withdrawalHash, address indexed from, address indexed to
    );
    event WithdrawalFinalized(bytes32 indexed withdrawalHash, bool success);

    error Unauthorized();
    error InvalidMerkleProof();
    error Unproven();
    error ProofNotOldEnough();
    error AlreadyFinalized();

    constructor(address owner_, uint256 delaySeconds) {
        owner = owner_;
        proofMaturityDelaySeconds = delaySeconds;
    }

    /// @notice Says that a withdrawal was started on the other chain.
    function announce(bytes32 withdrawalHash) external {
        if (msg.sender != owner) revert Unauthorized();
        announced[withdrawalHash] = true;
    }

    /// @notice Locks the native currency sent along and logs the deposit.
    function depositTransaction(
        address to,
        uint256 value,
        uint64 gasLimit,
        bool isCreation,
        bytes calldata data
    ) external payable {
        emit TransactionDeposited(
            msg.sender, to, 0, abi.encodePacked(msg.value, value, gasLimit, isCreation, data)
        );
    }

    /// @notice The proof bytes are taken as good when the withdrawal was announced.
    function proveWithdrawalTransaction(
        WithdrawalTransaction calldata tx_,
        uint256,
        OutputRootProof calldata,
        bytes[] calldata withdrawalProof
    ) external {
        bytes32 hash = hashOf(tx_);
        if (!announced[hash] || withdrawalProof.length == 0) revert InvalidMerkleProof();
        if (finalizedWithdrawals[hash]) revert AlreadyFinalized();
        provenAt[hash] = block.timestamp;
        emit WithdrawalProven(hash, tx_.sender, tx_.target);
    }

    function finalizeWithdrawalTransaction(WithdrawalTransaction calldata tx_) external {
        bytes32 hash = hashOf(tx_);
        if (provenAt[hash] == 0) revert Unproven();
        if (block.timestamp <= provenAt[hash] + proofMaturityDelaySeconds) {
            revert ProofNotOldEnough();
        }
        if (finalizedWithdrawals[hash]) revert AlreadyFinalized();
        finalizedWithdrawals[hash] = true;
        l2Sender = tx_.sender;
        (bool success,) = tx_.target.call{value: tx_.value}(tx_.data);
        l2Sender = address(0);
        emit WithdrawalFinalized(hash, success);
    }

    function hashOf(WithdrawalTransaction calldata tx_) public pure returns (bytes32) {
        return
            keccak256(
                abi.encode(tx_.nonce, tx_.sender, tx_.target, tx_.value, tx_.gasLimit, tx_.data)
            );
    }
}
