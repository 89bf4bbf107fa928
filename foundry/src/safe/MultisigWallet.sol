// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice M-of-N wallet whose transaction hashes, signatures and storage are those of a Safe 1.4.1.
/// @dev No modules, guards, fallback handlers, owner changes, contract signatures or gas refunds.
contract MultisigWallet is ERC721Holder, ERC1155Holder {
    string public constant VERSION = "1.4.1";

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 private constant SAFE_TX_TYPEHASH = keccak256(
        "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,"
        "uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)"
    );
    uint256 private constant SIGNATURE_LENGTH = 65;
    /// @dev The account before the first and behind the last entry of a list.
    address private constant SENTINEL = address(1);

    /// @notice How the wallet acts: it calls, or it borrows the target's code.
    enum Operation {
        Call,
        DelegateCall
    }

    // Slots 0 to 8 are those of a Safe, so that storage proofs of one hold for the other.
    /// @dev Zero: no proxy stands before this code.
    address internal _singleton;
    mapping(address module => address) internal _modules;
    mapping(address owner => address) internal _owners;
    uint256 internal _ownerCount;
    uint256 internal _threshold;
    /// @notice The number that the next transaction's hash contains.
    uint256 public nonce;
    bytes32 internal _unusedDomainSeparator;
    mapping(bytes32 hash => uint256) internal _signedMessages;
    mapping(address account => mapping(bytes32 hash => uint256)) public approvedHashes;

    event SafeReceived(address indexed sender, uint256 value);
    event ApproveHash(bytes32 indexed approvedHash, address indexed owner);
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
    event ExecutionFailure(bytes32 indexed txHash, uint256 payment);

    error MultisigWallet__BadOwner(address owner);
    error MultisigWallet__BadThreshold(uint256 threshold);
    error MultisigWallet__RefundNotSupported();

    constructor(address[] memory owners, uint256 threshold) {
        if (threshold == 0 || threshold > owners.length) {
            revert MultisigWallet__BadThreshold(threshold);
        }
        _modules[SENTINEL] = SENTINEL;
        address last = SENTINEL;
        for (uint256 i; i < owners.length; ++i) {
            address owner = owners[i];
            bool isBad = owner == address(0) || owner == SENTINEL || owner == address(this);
            if (isBad || owner == last || _owners[owner] != address(0)) {
                revert MultisigWallet__BadOwner(owner);
            }
            _owners[last] = owner;
            last = owner;
        }
        _owners[last] = SENTINEL;
        _ownerCount = owners.length;
        _threshold = threshold;
    }

    receive() external payable {
        emit SafeReceived(msg.sender, msg.value);
    }

    /// @notice Executes what enough owners signed.
    /// @dev A failing transaction reverts `GS013`, unless a `safeTxGas` was signed: then the nonce is
    /// spent and `ExecutionFailure` is emitted.
    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        Operation operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes memory signatures
    ) public payable virtual returns (bool success) {
        if (gasPrice != 0) revert MultisigWallet__RefundNotSupported();
        bytes32 txHash = getTransactionHash(
            to,
            value,
            data,
            operation,
            safeTxGas,
            baseGas,
            gasPrice,
            gasToken,
            refundReceiver,
            nonce++
        );
        _requireSignatures(txHash, signatures, _threshold);
        // A 64th of the gas stays with the caller, and 2500 pays for the event.
        require(gasleft() >= _max(safeTxGas * 64 / 63, safeTxGas + 2500) + 500, "GS010");
        success = _execute(to, value, data, operation, safeTxGas == 0 ? gasleft() : safeTxGas);
        require(success || safeTxGas != 0, "GS013");
        if (success) emit ExecutionSuccess(txHash, 0);
        else emit ExecutionFailure(txHash, 0);
    }

    /// @notice Lets an owner approve a hash on chain instead of signing it.
    function approveHash(bytes32 hashToApprove) external {
        require(isOwner(msg.sender), "GS030");
        approvedHashes[msg.sender][hashToApprove] = 1;
        emit ApproveHash(hashToApprove, msg.sender);
    }

    function getOwners() external view returns (address[] memory owners) {
        owners = new address[](_ownerCount);
        address owner = _owners[SENTINEL];
        for (uint256 i; i < owners.length; ++i) {
            owners[i] = owner;
            owner = _owners[owner];
        }
    }

    function getThreshold() external view returns (uint256) {
        return _threshold;
    }

    /// @notice No module can be enabled, so there is one page, and it is empty.
    function getModulesPaginated(address, uint256)
        external
        view
        virtual
        returns (address[] memory modules, address next)
    {
        return (modules, SENTINEL);
    }

    /// @notice Words of the storage, from a slot on.
    function getStorageAt(uint256 offset, uint256 length)
        external
        view
        returns (bytes memory words)
    {
        words = new bytes(length * 32);
        for (uint256 i; i < length; ++i) {
            assembly ("memory-safe") {
                mstore(add(add(words, 32), mul(i, 32)), sload(add(offset, i)))
            }
        }
    }

    /// @notice Reverts unless so many signatures over the hash are of owners, in rising order.
    function checkNSignatures(
        bytes32 dataHash,
        bytes calldata,
        bytes memory signatures,
        uint256 requiredSignatures
    ) external view {
        _requireSignatures(dataHash, signatures, requiredSignatures);
    }

    function isOwner(address account) public view returns (bool) {
        return account != SENTINEL && _owners[account] != address(0);
    }

    /// @notice The EIP-712 hash that owners sign.
    function getTransactionHash(
        address to,
        uint256 value,
        bytes calldata data,
        Operation operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address refundReceiver,
        uint256 nonce_
    ) public view returns (bytes32) {
        bytes32 structHash = keccak256(
            abi.encode(
                SAFE_TX_TYPEHASH,
                to,
                value,
                keccak256(data),
                operation,
                safeTxGas,
                baseGas,
                gasPrice,
                gasToken,
                refundReceiver,
                nonce_
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domainSeparator(), structHash));
    }

    function domainSeparator() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, block.chainid, address(this)));
    }

    /// @dev Reverts unless the first `count` signatures are of owners in rising order.
    /// Each is r, s, v. v = 1: `r` is an owner who approved the hash or who is calling;
    /// v = 27 or 28: over the hash; v = 31 or 32: over the hash as a personal message.
    function _requireSignatures(bytes32 txHash, bytes memory signatures, uint256 count)
        private
        view
    {
        require(signatures.length >= count * SIGNATURE_LENGTH, "GS020");
        address last;
        for (uint256 i; i < count; ++i) {
            address signer = _signerOf(txHash, signatures, i * SIGNATURE_LENGTH);
            require(signer > last && isOwner(signer), "GS026");
            last = signer;
        }
    }

    function _signerOf(bytes32 txHash, bytes memory signatures, uint256 at)
        private
        view
        returns (address signer)
    {
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            let start := add(add(signatures, 32), at)
            r := mload(start)
            s := mload(add(start, 32))
            v := byte(0, mload(add(start, 64)))
        }
        require(v != 0, "GS021");
        if (v == 1) {
            signer = address(uint160(uint256(r)));
            require(msg.sender == signer || approvedHashes[signer][txHash] != 0, "GS025");
        } else if (v > 30) {
            bytes32 message =
                keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", txHash));
            (signer,,) = ECDSA.tryRecover(message, v - 4, r, s);
        } else {
            (signer,,) = ECDSA.tryRecover(txHash, v, r, s);
        }
    }

    function _execute(
        address to,
        uint256 value,
        bytes calldata data,
        Operation operation,
        uint256 gasLimit
    ) internal returns (bool success) {
        if (operation == Operation.DelegateCall) {
            (success,) = to.delegatecall{gas: gasLimit}(data);
        } else {
            (success,) = to.call{gas: gasLimit, value: value}(data);
        }
    }

    function _max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }
}
