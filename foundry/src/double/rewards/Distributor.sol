// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// @notice A Merkl-like distributor: a root over (user, token, amount ever earned), single keccak.
contract Distributor {
    using SafeERC20 for IERC20;

    struct MerkleTree {
        bytes32 merkleRoot;
        bytes32 ipfsHash;
    }

    struct Claim {
        uint208 amount;
        uint48 timestamp;
        bytes32 merkleRoot;
    }

    address public immutable owner;
    MerkleTree public tree;
    mapping(address user => mapping(address token => Claim)) public claimed;
    mapping(address user => mapping(address operator => uint256)) public operators;

    event Claimed(address indexed user, address indexed token, uint256 amount);
    event OperatorToggled(address indexed user, address indexed operator, bool isWhitelisted);
    event TreeUpdated(bytes32 merkleRoot, bytes32 ipfsHash, uint48 endOfDisputePeriod);

    error NotTrusted();
    error NotWhitelisted();
    error InvalidLengths();
    error InvalidProof();

    constructor(address owner_) {
        owner = owner_;
    }

    function updateTree(MerkleTree calldata newTree) external {
        if (msg.sender != owner) revert NotTrusted();
        tree = newTree;
        emit TreeUpdated(newTree.merkleRoot, newTree.ipfsHash, uint48(block.timestamp));
    }

    function toggleOperator(address user, address operator) external {
        if (msg.sender != user && msg.sender != owner) revert NotTrusted();
        uint256 next = 1 - operators[user][operator];
        operators[user][operator] = next;
        emit OperatorToggled(user, operator, next == 1);
    }

    /// @notice Pays every user the difference between what was earned and what was claimed.
    function claim(
        address[] calldata users,
        address[] calldata tokens,
        uint256[] calldata amounts,
        bytes32[][] calldata proofs
    ) external {
        uint256 count = users.length;
        if (
            count == 0 || count != tokens.length || count != amounts.length
                || count != proofs.length
        ) revert InvalidLengths();
        for (uint256 i = 0; i < count; i++) {
            _claim(users[i], tokens[i], amounts[i], proofs[i]);
        }
    }

    function _claim(address user, address token, uint256 amount, bytes32[] calldata proof) private {
        if (msg.sender != user && operators[user][msg.sender] == 0) revert NotWhitelisted();
        bytes32 leaf = keccak256(abi.encode(user, token, amount));
        bytes32 root = tree.merkleRoot;
        if (root == 0 || !MerkleProof.verifyCalldata(proof, root, leaf)) revert InvalidProof();
        uint256 due = amount - claimed[user][token].amount;
        claimed[user][token] = Claim(uint208(amount), uint48(block.timestamp), root);
        IERC20(token).safeTransfer(user, due);
        emit Claimed(user, token, due);
    }
}
